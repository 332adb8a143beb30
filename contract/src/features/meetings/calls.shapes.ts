import { z } from 'zod';
import * as shapes from '../../platform/shapes.ts';

/**
 * A call: a meeting that belongs to a room. Joining is entering the meeting `code`, which only those in the room can. `people` are in it
 * now; `ringing` are asked and haven't answered.
 */
export const call = z
  .object({
    call_id: shapes.id,
    room_id: shapes.id,
    code: z.string(),
    started_by: shapes.author,
    started_at: shapes.time,
    ended_at: shapes.time.nullable(),
    people: z.array(shapes.author),
    ringing: z.array(shapes.author),
  })
  .meta({ id: 'Call' });
export type Call = z.output<typeof call>;

/**
 * What happened to a call, sent to everyone in its room. `username`: the person it's about; `reason`: why they
 * declined.
 */
export interface CallChange {
  call: Call;
  change: 'ringing' | 'joined' | 'left' | 'declined' | 'missed' | 'ended';
  username?: string;
  reason?: 'busy';
}
