import { z } from 'zod';

/** What a client may send with its CONNECT packet. Clients that send nothing get the oldest behavior. */
export const socketAuth = z.object({
  /**
   * It can handle a CONNECT_ERROR, so a refusal says why at once. The connection of any other client is held, then
   * closed.
   */
  refusals: z.boolean().catch(false),
  /** It sorts messages by room, so it receives direct messages while it shows a channel. */
  direct: z.boolean().catch(false),
  /**
   * It knows groups, so it receives their messages whatever it shows. Other clients would take a group for a
   * conversation with one person.
   */
  groups: z.boolean().catch(false),
});
export type SocketAuth = z.output<typeof socketAuth>;
