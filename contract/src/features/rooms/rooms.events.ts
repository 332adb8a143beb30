import type { AckCallback } from '../../platform/acks.ts';
import * as shapes from '../../platform/shapes.ts';
import type { CommunityChange } from '../communities/communities.events.ts';
import type { Message } from './messages.shapes.ts';

/** The payload of each client event. */
export const joinConversation = shapes.id;
export const joinChannel = shapes.id;
export const leaveChannel = shapes.id;
/** The id of a conversation or channel that the client shows. */
export const typing = shapes.id;
/** Client events. `sendMessage` relays nothing: the message was broadcast when it was stored. */
export interface ClientEvents {
  joinConversation: (conversationId: string, ack?: AckCallback) => void;
  joinChannel: (channelId: string, ack?: AckCallback) => void;
  leaveChannel: (channelId: string, ack?: AckCallback) => void;
  joinCommunity: (handle: string, ack?: AckCallback) => void;
  leaveCommunity: (handle: string, ack?: AckCallback) => void;
  /**
   * The caller is writing in one of their conversations, or in a channel they've joined. Ignored if sent again within
   * three seconds.
   */
  typing: (roomId: string, ack?: AckCallback) => void;
  sendMessage: (roomId: string, message: unknown, ack?: AckCallback) => void;
}

/**
 * A conversation's current state for the receiver: read on another device, deleted, or opened. In groups also `updated`: its name,
 * picture or members; the client refetches it, and `unread` says nothing. `deleted` means that the receiver isn't in the group anymore.
 * What's about groups reaches only sockets with `groups: true` in their handshake, and those that joined the group. `last_message_id` is the newest message
 * this takes into account, null if there's none: a client with a newer one refetches the conversation.
 */
export interface ConversationChange {
  conversation: string;
  changed: 'read' | 'deleted' | 'created' | 'updated';
  unread: number;
  last_message_id: string | null;
}

/**
 * What happened to a message. `username`: who did it; left out for moderators. `emoji`, `added`: the reaction. `files`:
 * some of its attachments have been processed. `thread`: its thread was started or has changed.
 */
export interface ChangeOfMessage {
  kind:
    | 'edited'
    | 'deleted'
    | 'removed'
    | 'restored'
    | 'reaction'
    | 'link'
    | 'files'
    | 'pinned'
    | 'unpinned'
    | 'thread';
  username?: string;
  emoji?: string;
  added?: boolean;
}

/**
 * A message as it is now, and what happened to it. Its `reactions` come without `mine`. One that isn't newer than what the client knows
 * (`revision`) can be ignored; if it's about a message that hasn't arrived yet, it's newer than that message.
 */
export type MessageChange = Message & { change: ChangeOfMessage };

/** How far somebody has read a conversation. */
export interface ReadChange {
  conversation: string;
  username: string;
  message_id: string;
}

/** `conversation` is the id of a conversation or channel. */
export interface Typing {
  conversation: string;
  username: string;
}

export interface PresenceChange {
  username: string;
  online: boolean;
}

/** Server events. */
export interface ServerEvents {
  /** Each stored message, exactly once to each socket in its room; those in conversations to every socket of the members (in groups with `groups: true`). */
  receiveMessage: (message: Message) => void;
  /** To everyone who receives the room's messages. The sender of a removed message receives it with `removed`. */
  messageChanged: (message: MessageChange) => void;
  communityChanged: (change: CommunityChange) => void;
  /** The receiver may no longer read this channel. */
  channelClosed: (channel: { channel_id: string }) => void;
  /** The receiver has read a channel up to a message on one of their devices. */
  channelRead: (channel: { channel_id: string; read_id: string }) => void;
  conversationChanged: (change: ConversationChange) => void;
  /**
   * Someone with whom the receiver shares a conversation or an open community has deleted their account: show the
   * deleted user instead.
   */
  accountDeleted: (account: { user_id: string }) => void;
  /** The other person has read a conversation up to a message. */
  readChanged: (read: ReadChange) => void;
  /** Somebody is writing in the room that the receiver has open. `hidden`: the receiver has blocked them. */
  typing: (typing: Typing) => void;
  /** Somebody has come online or gone offline, to people who look at a conversation or a small community with them. */
  presenceChanged: (presence: PresenceChange) => void;
  /** Events may have been missed even though the connection is up: refetch what's shown live. */
  resync: (nothing: Record<string, never>) => void;
}
