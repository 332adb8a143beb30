import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { createContext } from 'react';

/** What's open for a message. */
export type Opened = 'menu' | 'picker';

/** What can be done to the messages of a timeline. */
export interface MessageActions {
  /** Nobody can write here: no replies, reactions or edits. */
  closed: boolean;
  /** The person may delete what others have written here. */
  moderates: boolean;
  /** The person may pin messages here. */
  pins: boolean;
  /** Messages here can have threads. */
  threads: boolean;
  react: (message: Message, emoji: string) => void;
  reply: (message: Message) => void;
  /** Opens its thread, which begins if there's none. */
  thread: (message: Message) => void;
  copy: (message: Message) => void;
  copyLink: (message: Message) => void;
  /** Asks to which room to send it on. */
  forward: (message: Message) => void;
  /** Pins it for everyone here, or unpins it. */
  pin: (message: Message) => void;
  /** Saves it for the person alone, or removes it from what they've saved. */
  save: (message: Message, isSaved: boolean) => void;
  /** Makes it and what came after it unread. */
  markUnread: (message: Message) => void;
  edit: (message: Message) => void;
  remove: (message: Message) => void;
  /** Sends one of the person's own messages that failed, or that waits for the connection. */
  retry: (clientId: string) => void;
  /** Takes a file out of a message that isn't stored yet. */
  discardFile: (clientId: string, fileId: number) => void;
  /** Shows a message that may be far up. */
  jump: (messageId: string) => void;
  /** Opens a message's menu or its choice of reactions; null closes it. */
  open: (message: Message, what: Opened | null) => void;
}

const nothing = () => undefined;

/** Nothing can be done. */
export const noActions: MessageActions = {
  closed: true,
  moderates: false,
  pins: false,
  threads: false,
  react: nothing,
  reply: nothing,
  thread: nothing,
  copy: nothing,
  copyLink: nothing,
  forward: nothing,
  pin: nothing,
  save: nothing,
  markUnread: nothing,
  edit: nothing,
  remove: nothing,
  retry: nothing,
  discardFile: nothing,
  jump: nothing,
  open: nothing,
};

export const Actions = createContext(noActions);
