import { z } from 'zod';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';

/**
 * A message's sender; a deleted account is `{_id: null, username: "deleted_user", name: "Deleted User"}`. `name` is the username if
 * there's no other.
 */
export const sender = z
  .object({
    _id: shapes.id.nullable(),
    username: z.string(),
    name: z.string(),
    profile_path: z.string(),
  })
  .meta({ id: 'Sender' });
export type Sender = z.output<typeof sender>;

/** What's known about a message's picture before it loads. */
export const messageImage = z.object({
  width: z.number().int(),
  height: z.number().int(),
  placeholder: z.string().nullable(),
});

/**
 * A message in a channel or conversation; `conversation` is the id of either. Ids sort by creation, as text, and that's the order in
 * which everyone sees them. `imageUrl` is a path below the media base. `hidden`: the viewer has blocked its sender.
 */
export const message = z
  .object({
    _id: shapes.id,
    conversation: shapes.id,
    sender,
    message: z.string(),
    imageUrl: z.string().nullable(),
    image: messageImage.nullable(),
    createdAt: shapes.time,
    client_id: z.string().optional(),
    deleted: z.boolean().optional(),
    removed: shapes.removed.optional(),
    hidden: z.literal(true).optional(),
  })
  .meta({ id: 'Message' });
export type Message = z.output<typeof message>;

/** What a person typed. Each kind of room checks for blank text itself, because a picture alone is enough in a conversation. */
export const messageContent = z
  .string()
  .default('')
  .refine((value) => [...value].length <= limits.message.text, {
    error: `A message should not be more than ${limits.message.text} characters`,
  });

/** Identifies one attempt to send. The client creates it, so that a retry stores nothing twice. */
export const clientId = z
  .string()
  .min(1)
  .max(64, { error: 'client_id should not be more than 64 characters' })
  .optional();

/** A page of messages: the newest 100, the 100 before `before`, or up to 100 that came after `after`. */
export const historyQuery = z.object({
  before: shapes.id.optional(),
  after: shapes.id.optional(),
  size: shapes.size(limits.message.history, limits.message.history),
});

/** Oldest first. */
export const history = z.object({ messages: z.array(message) });
