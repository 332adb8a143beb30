import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';

interface Reader {
  own: boolean;
  /** Nobody can write here. */
  closed: boolean;
  /** The reader may delete what others have written here. */
  moderates: boolean;
  /** The reader may pin messages here. */
  pins: boolean;
  /** Messages here can have threads. */
  threads: boolean;
}

/** What a reader can do to a message, as far as it makes sense to offer. */
export interface Abilities {
  respond: boolean;
  /** It has a thread, or can have one. */
  thread: boolean;
  copy: boolean;
  /** It has a link that others can follow. */
  link: boolean;
  pin: boolean;
  save: boolean;
  /** Only what others wrote counts as unread. */
  unread: boolean;
  edit: boolean;
  remove: boolean;
}

/** Deleted messages allow nothing, and those that moderators removed can only be copied, by their author. */
export function abilitiesOf(message: Message, { own, closed, moderates, pins, threads }: Reader): Abilities {
  const stands = !message.deleted && message.removed === undefined;
  return {
    respond: stands && !closed,
    thread: stands && threads && (!closed || Boolean(message.thread)),
    link: stands,
    pin: stands && pins && !closed,
    save: stands,
    unread: stands && !own,
    copy: !message.deleted && message.message !== '',
    edit: stands && own && !closed,
    remove: stands && (own || moderates),
  };
}
