import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';
import { call } from './calls.shapes.ts';

const tag = 'meetings';
const roomParams = z.object({ room_id: z.string() });

/**
 * Anyone who doesn't answer in time stops ringing. A call ends when nobody is in it anymore, everybody declined, or
 * nobody joined in time.
 */
export const startCall = endpoint({
  method: 'POST',
  path: '/v1/rooms/:room_id/call',
  tag,
  summary: `Call the others in a conversation or group, for ${limits.meeting.ringSeconds} s; 200 with the call that's on, if there's one`,
  session: 'required',
  params: roomParams,
  answer: { status: 201, body: z.object({ call }) },
  existing: true,
  errors: [404, 422],
});

export const getCall = endpoint({
  method: 'GET',
  path: '/v1/rooms/:room_id/call',
  tag,
  summary: "The call that's on in a room, or null",
  session: 'required',
  params: roomParams,
  answer: { status: 200, body: z.object({ call: call.nullable() }) },
  errors: [404],
});

export const declineCall = endpoint({
  method: 'POST',
  path: '/v1/calls/:call_id/decline',
  tag,
  summary: "Decline a call that's ringing; when the last one asked declines, it ends",
  session: 'required',
  params: z.object({ call_id: z.string() }),
  body: z.object({ reason: z.literal('busy').optional() }),
  answer: { status: 200, body: shapes.empty },
  errors: [404],
});
