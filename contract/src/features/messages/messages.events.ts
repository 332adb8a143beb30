import { z } from 'zod';
import * as shapes from '../../platform/shapes.ts';
import type { Message } from './messages.shapes.ts';

/** What the server answers to an event: `{ok: true}`, or what to do. */
export type Ack = { ok: true } | { error: string };
export type AckCallback = (answer: Ack) => void;

/** The payload of each event that a client sends. */
export const joinConversation = shapes.id;
export const joinChannel = shapes.id;
export const leaveChannel = shapes.id;
/** The handle of a community whose workspace is open. */
export const joinCommunity = z
  .string()
  .min(1)
  .max(30)
  .refine(shapes.isStorable, { error: 'There is no such community, or you are not a member of it.' });

/** Events of clients. `sendMessage` relays nothing: the message was broadcast when it was stored. */
export interface ClientEvents {
  joinConversation: (conversationId: string, ack?: AckCallback) => void;
  joinChannel: (channelId: string, ack?: AckCallback) => void;
  leaveChannel: (channelId: string, ack?: AckCallback) => void;
  joinCommunity: (handle: string, ack?: AckCallback) => void;
  leaveCommunity: (handle: string, ack?: AckCallback) => void;
  sendMessage: (roomId: string, message: unknown, ack?: AckCallback) => void;
}

/** What changed in a community that a client shows: it fetches that anew. `access`: the receiver's own roles. */
export interface CommunityChange {
  community_id: string;
  community_handle: string;
  changed: 'community' | 'channels' | 'roles' | 'members' | 'access';
}

/**
 * A conversation as it is for the receiver now: read on another device, deleted, or opened. `last_message_id` is the newest message
 * that this takes into account, null for none: who has a newer one asks for the conversation anew.
 */
export interface ConversationChange {
  conversation: string;
  changed: 'read' | 'deleted' | 'created';
  unread: number;
  last_message_id: string | null;
}

/** Events of the server. */
export interface ServerEvents {
  /** Each stored message, exactly once to each socket in its room; those of conversations to every socket of its members. */
  receiveMessage: (message: Message) => void;
  communityChanged: (change: CommunityChange) => void;
  /** The receiver may not read this channel any more. */
  channelClosed: (channel: { channel_id: string }) => void;
  /** The receiver has read a channel up to a message, on one of their devices. */
  channelRead: (channel: { channel_id: string; read_id: string }) => void;
  conversationChanged: (change: ConversationChange) => void;
  /** Somebody with whom the receiver has a conversation, or a community open, has deleted the account: they are the deleted user now. */
  accountDeleted: (account: { user_id: string }) => void;
  /** Events may have been missed although the connection is there: what is shown live is to be fetched anew. */
  resync: (nothing: Record<string, never>) => void;
}
