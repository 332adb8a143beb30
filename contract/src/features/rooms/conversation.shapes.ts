import { z } from 'zod';
import * as shapes from '../../platform/shapes.ts';
import { roomNotify, sender, systemLine } from './messages.shapes.ts';

/**
 * Somebody in a conversation. `read_id` is the last message they have read, and `online` whether a device of theirs is connected; null:
 * the two don't share that.
 */
export const conversationMember = sender
  .extend({ read_id: shapes.id.nullable(), online: z.boolean().nullable(), mobileNumber: shapes.mobileNumber })
  .meta({ id: 'ConversationMember' });
export type ConversationMember = z.output<typeof conversationMember>;

/**
 * A conversation as the caller sees it. `members` has the other person first, whose `_id` is null once the account is deleted, and then
 * the caller. `last_message` is the beginning of the caller's newest message (empty for pictures and files alone, null if there's none),
 * `last_message_sender` who sent it (null for a deleted account, too), `unread` the number of the other person's messages since the
 * caller last opened it: those after `read_id`. `updated_at` is the time the list is ordered by.
 */
export const conversation = z
  .object({
    _id: shapes.id,
    members: z.array(conversationMember),
    last_message: z.string().nullable(),
    last_message_id: shapes.id.nullable(),
    last_message_at: shapes.time.nullable(),
    last_message_sender: shapes.id.nullable(),
    last_message_has_image: z.boolean(),
    last_message_has_attachments: z.boolean().optional(),
    unread: z.number().int(),
    /** What the caller wants to be notified about in this conversation now. */
    notify: roomNotify,
    read_id: shapes.id,
    created_at: shapes.time,
    updated_at: shapes.time,
    /** Only if one has blocked the other: `by_me` if the caller has. No one can write to it then. */
    blocked: z.enum(['by_me', 'by_other']).optional(),
    /** Only if the other person has deactivated their account for now. No one can write to it until they're back. */
    away: z.literal(true).optional(),
    /**
     * It's a request: somebody the caller doesn't know wrote first. It doesn't count as unread anywhere until the
     * caller accepts it.
     */
    request: z.literal(true).optional(),
    /** Only of groups, like all that follow. `members` has the caller last, and the others in the order in which they joined. */
    is_group: z.literal(true).optional(),
    /** Null: it's called by its members' names. */
    name: z.string().nullable().optional(),
    /** Without a picture the path of the default one. */
    profile_path: z.string().optional(),
    /** The owner, who may remove others: the person who made it or, once they've left, the longest-standing member. */
    owner: shapes.author.optional(),
    /**
     * The event that the newest message reports; null: it's an ordinary message. Set in two people's conversations only
     * for calls.
     */
    last_message_system: systemLine.nullable().optional(),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.output<typeof conversation>;
