import { z } from 'zod';
import * as shapes from '../../platform/shapes.ts';
import type { Message } from './messages.shapes.ts';

/** What the server answers to an event: `{ok: true}`, or what to do. */
export type Ack = { ok: true } | { error: string };
export type AckCallback = (answer: Ack) => void;

/** The payload of each client event. */
export const joinConversation = shapes.id;
export const joinChannel = shapes.id;
export const leaveChannel = shapes.id;
/** The handle of a community whose workspace is open. */
export const joinCommunity = z
  .string()
  .min(1)
  .max(30)
  .refine(shapes.isStorable, { error: "Community not found, or you're not a member." });

/** Client events. `sendMessage` relays nothing: the message was broadcast when it was stored. */
export interface ClientEvents {
  joinConversation: (conversationId: string, ack?: AckCallback) => void;
  joinChannel: (channelId: string, ack?: AckCallback) => void;
  leaveChannel: (channelId: string, ack?: AckCallback) => void;
  joinCommunity: (handle: string, ack?: AckCallback) => void;
  leaveCommunity: (handle: string, ack?: AckCallback) => void;
  sendMessage: (roomId: string, message: unknown, ack?: AckCallback) => void;
}

/** What changed in a community that a client shows, so the client refetches it. `access`: the receiver's own roles. */
export interface CommunityChange {
  community_id: string;
  community_handle: string;
  changed: 'community' | 'channels' | 'roles' | 'members' | 'access';
}

/**
 * A conversation's current state for the receiver: read on another device, deleted, or opened. `last_message_id` is the newest message
 * this takes into account, null if there's none: a client with a newer one refetches the conversation.
 */
export interface ConversationChange {
  conversation: string;
  changed: 'read' | 'deleted' | 'created';
  unread: number;
  last_message_id: string | null;
}

/** A message as it is now, and what happened to it. */
export type MessageChange = Message & { change: { kind: 'removed' | 'restored' } };

/** Server events. */
export interface ServerEvents {
  /** Each stored message, exactly once to each socket in its room; those in conversations to every socket of the members. */
  receiveMessage: (message: Message) => void;
  /** To everyone who gets the room's messages. The sender of a removed message gets it once more, with `removed`. */
  messageChanged: (message: MessageChange) => void;
  communityChanged: (change: CommunityChange) => void;
  /** The receiver may no longer read this channel. */
  channelClosed: (channel: { channel_id: string }) => void;
  /** The receiver has read a channel up to a message on one of their devices. */
  channelRead: (channel: { channel_id: string; read_id: string }) => void;
  conversationChanged: (change: ConversationChange) => void;
  /** Someone the receiver shares a conversation or an open community with has deleted their account: they're the deleted user now. */
  accountDeleted: (account: { user_id: string }) => void;
  /** Events may have been missed even though the connection is up: refetch what's shown live. */
  resync: (nothing: Record<string, never>) => void;
}
