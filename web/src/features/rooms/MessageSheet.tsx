import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { use } from 'react';
import { abilitiesOf } from '#features/rooms/abilities.rules.ts';
import { Actions } from '#features/rooms/message-actions.ts';
import { quotedText } from '#features/rooms/Quote.tsx';
import { ReactionChoice } from '#features/rooms/ReactionChoice.tsx';
import { ReactorsList } from '#features/rooms/ReactorsList.tsx';
import { useMessageItems } from '#features/rooms/use-message-items.ts';
import { quoteOf } from '#features/rooms/versions.rules.ts';
import { cx } from '#ui/cx.ts';
import { Dialog } from '#ui/dialog/Dialog.tsx';

interface MessageSheetProps {
  message: Message;
  own: boolean;
  onClose: () => void;
}

/** What a person with a finger can do to a message, after a long press. */
export function MessageSheet({ message, own, onClose }: MessageSheetProps) {
  const actions = use(Actions);
  const items = useMessageItems(message, own, true);
  const { respond } = abilitiesOf(message, { own, ...actions });
  const by = own ? 'Your message' : message.sender.username;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={by} size="sm">
      <div className="-m-2 flex flex-col gap-2">
        <p dir="auto" className="line-clamp-2 px-2 text-muted text-sm [overflow-wrap:anywhere]">
          {quotedText(quoteOf(message))}
        </p>
        <ReactorsList message={message} />
        {respond && (
          <ReactionChoice
            wide
            onPick={(emoji) => {
              actions.react(message, emoji);
              onClose();
            }}
          />
        )}
        <ul>
          {items.map(({ label, icon: Icon, danger, onSelect }) => (
            <li key={label}>
              <button
                type="button"
                onClick={() => {
                  onClose();
                  onSelect();
                }}
                className={cx(
                  'flex min-h-12 w-full items-center gap-3 rounded-control px-3 font-medium hover:bg-raised',
                  danger && 'text-danger-text',
                )}
              >
                {Icon !== undefined && <Icon size={20} aria-hidden="true" />}
                {label}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
