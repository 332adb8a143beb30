import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { FlatMessage } from '#features/rooms/FlatMessage.tsx';
import { repliesText } from '#features/rooms/message-path.ts';
import { useCurrentUser } from '#platform/session.ts';

const nothing = () => undefined;

/** The message that a thread is about, above its replies; what can be done to it is done in its channel. */
export function RootMessage({ message }: { message: Message }) {
  const { user_id: ownId } = useCurrentUser();
  const { _id: key, sender, createdAt: at, thread } = message;
  const row = {
    kind: 'message',
    key,
    own: sender._id === ownId,
    at,
    first: true,
    last: true,
    stored: message,
    outgoing: null,
  } as const;
  const count = thread?.reply_count ?? 0;
  return (
    <section
      aria-label="The message that this thread is about"
      className="max-h-[35dvh] shrink-0 overflow-y-auto border-line border-b pb-2"
    >
      <FlatMessage row={row} active={null} onRetry={nothing} onDiscard={nothing} />
      {count > 0 && <p className="ps-16 pt-1 text-muted text-xs sm:ps-18">{repliesText(count)}</p>}
    </section>
  );
}
