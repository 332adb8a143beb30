import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Forward, Pin } from 'lucide-react';
import { use } from 'react';
import { Link } from 'react-router';
import { LinkCard } from '#features/rich-text/public.ts';
import { LateMessageBar } from '#features/rooms/late-actions.tsx';
import { LateLinkedQuotes } from '#features/rooms/late-linked.ts';
import { linkedIn } from '#features/rooms/linked-quotes.rules.ts';
import { Actions, noActions, type Opened } from '#features/rooms/message-actions.ts';
import { reactorsOptions } from '#features/rooms/messages.data.ts';
import { Quote } from '#features/rooms/Quote.tsx';
import type { MessageRow } from '#features/rooms/rows.rules.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { exactTime } from '#platform/time.ts';
import { Reactions } from '#ui/reactions/Reactions.tsx';
import { RemovedNote } from '#ui/removed-note/RemovedNote.tsx';

/** Whether a message's actions float beside it, and which of them is open. */
export type Active = Opened | 'bar' | null;

interface MessageMenuProps {
  message: Message | null;
  own: boolean;
  layout: 'bubbles' | 'flat';
  active: Active;
}

/** What can be done about a message. Until it's pointed at or focused, there's only a button for screen readers. */
export function MessageMenu({ message, own, layout, active }: MessageMenuProps) {
  const actions = use(Actions);
  if (message === null || message.deleted || actions === noActions) return null;
  if (active !== null) {
    return <LateMessageBar message={message} own={own} layout={layout} opened={active === 'bar' ? null : active} />;
  }
  return (
    <button type="button" tabIndex={-1} onClick={() => actions.open(message, 'menu')} className="sr-only">
      Menu of {own ? 'your' : `${message.sender.username}'s`} message
    </button>
  );
}

/** Stands in for a deleted message, or tells its sender that moderators removed it. */
export function Removal({ message, own }: { message: Message | null; own: boolean }) {
  if (message === null) return null;
  if (message.deleted) return <p className="text-muted italic">This message was deleted</p>;
  if (message.removed === undefined) return null;
  const link = (
    <Link to={pathTo('decisions')} className="font-medium text-accent-text hover:underline">
      See the decision
    </Link>
  );
  return <RemovedNote removed={message.removed} {...(own && { action: link })} />;
}

/** The message that a stored or unsent one answers. */
export function MessageQuote({ row, layout }: { row: MessageRow; layout: 'bubbles' | 'flat' }) {
  const { jump } = use(Actions);
  const { user_id: ownId } = useCurrentUser();
  const { stored, outgoing } = row;
  const quoted = stored === null ? outgoing?.replyTo : stored.reply_to;
  if (!quoted || stored?.deleted) return null;
  return <Quote quoted={quoted} own={quoted.sender._id === ownId} layout={layout} onJump={jump} />;
}

/** The reactions to a stored message. */
export function MessageReactions({ message }: { message: Message | null }) {
  const { react, closed } = use(Actions);
  const client = useQueryClient();
  if (message === null || message.deleted) return null;
  return (
    <Reactions
      reactions={message.reactions ?? []}
      disabled={closed}
      onToggle={(emoji) => react(message, emoji)}
      loadPeople={() => client.fetchQuery(reactorsOptions(message._id))}
    />
  );
}

/** Says that a message was edited, and when. */
export function EditedMark({ message }: { message: Message | null }) {
  if (!message?.edited_at || message.deleted) return null;
  return (
    <time
      dateTime={message.edited_at}
      title={`Edited ${exactTime(message.edited_at)}`}
      className="select-none text-muted text-xs"
    >
      edited
    </time>
  );
}

/** Says that a message was forwarded, and who wrote it first if the reader may know. */
export function ForwardedMark({ message }: { message: Message | null }) {
  if (!message?.forwarded || message.deleted) return null;
  const { username } = message.forwarded;
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-muted text-sm italic">
      <Forward size={14} aria-hidden="true" className="shrink-0" />
      {username === null ? (
        'Forwarded'
      ) : (
        <span className="min-w-0 truncate">
          Forwarded from <bdi>{username}</bdi>
        </span>
      )}
    </p>
  );
}

/** Says that a message is pinned, and by whom. */
export function PinnedMark({ message }: { message: Message | null }) {
  if (!message?.pinned || message.deleted) return null;
  const { by, at } = message.pinned;
  const label = by ? `Pinned by ${by.username}` : 'Pinned';
  return (
    <span role="img" aria-label={label} title={`${label}, ${exactTime(at)}`} className="inline-flex text-muted">
      <Pin size={12} aria-hidden="true" />
    </span>
  );
}

/** What a message links to: what it quotes of this site, or the card of another site's page. */
export function MessageLink({ message }: { message: Message | null }) {
  const linked = linkedIn(message?.message ?? '', window.location.origin);
  if (linked.length > 0) return <LateLinkedQuotes linked={linked} />;
  return (
    message?.link && (
      <div className="max-w-md">
        <LinkCard link={message.link} />
      </div>
    )
  );
}
