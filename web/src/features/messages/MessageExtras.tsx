import type { Message } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { Link } from 'react-router';
import { pathTo } from '#platform/paths.ts';
import { SubjectMenu } from '#ui/dropdown-menu/SubjectMenu.tsx';
import { RemovedNote } from '#ui/removed-note/RemovedNote.tsx';

/** What others can do about a message: shown when pointed at or focused, and always where nothing can be pointed at. */
export function MessageMenu({ message, own }: { message: Message | null; own: boolean }) {
  if (own || message === null || message.deleted || message.sender._id === null) return null;
  const { _id: id, sender } = message;
  return (
    <span className="-my-2 shrink-0 opacity-60 focus-within:opacity-100 has-[[data-state=open]]:opacity-100 [@media(hover:hover)]:opacity-0 [@media(hover:hover)]:group-hover:opacity-100 [@media(hover:hover)]:focus-within:opacity-100">
      <SubjectMenu
        label={`Menu of ${sender.username}'s message`}
        subject={{ kind: 'message', id, username: sender.username }}
        size="sm"
      />
    </span>
  );
}

/** Stands in for a message that moderators removed, or says that they did to its sender. */
export function Removal({ message, own }: { message: Message | null; own: boolean }) {
  if (message === null) return null;
  if (message.deleted) return <p className="text-muted italic">Message removed by moderators</p>;
  if (message.removed === undefined) return null;
  const link = (
    <Link to={pathTo('decisions')} className="font-medium text-accent-text hover:underline">
      See the decision
    </Link>
  );
  return <RemovedNote removed={message.removed} {...(own && { action: link })} />;
}
