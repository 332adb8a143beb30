import { z } from 'zod';

/** What a client may send with its CONNECT packet. Clients that send nothing get what they could always handle. */
export const socketAuth = z.object({
  /** It can handle a CONNECT_ERROR, so it's told right away why it isn't let in. Others are held, and their transport is closed. */
  refusals: z.boolean().catch(false),
  /** It sorts messages by their rooms, so it gets direct messages while it shows a channel. */
  direct: z.boolean().catch(false),
  /** It knows groups, so it gets their messages in whatever it shows. Others would take a group for a conversation with one person. */
  groups: z.boolean().catch(false),
});
export type SocketAuth = z.output<typeof socketAuth>;
