import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { codePoints, limits } from '../../platform/limits.ts';
import { isStorable } from '../../platform/shapes.ts';

const tag = 'meetings';

const roomError = `A meeting code should have 1 to ${limits.meeting.room} characters`;

/** Identifies a meeting: anyone who has it may join. */
export const roomId = z
  .string()
  .trim()
  .refine((value) => value !== '' && codePoints(value) <= limits.meeting.room, { error: roomError })
  .refine(isStorable, { error: "There's no such room." });

/** A STUN or TURN server, as the browser's `RTCPeerConnection` expects it. */
export const iceServer = z
  .object({ urls: z.array(z.string()), username: z.string().optional(), credential: z.string().optional() })
  .meta({ id: 'IceServer' });

export const getMeetingAddress = endpoint({
  method: 'GET',
  path: '/v1/meetings/:room_id/address',
  tag,
  summary: 'Where a room is: the address of another service, or a path in this app',
  session: 'required',
  params: z.object({ room_id: roomId }),
  /** `reachable`: the service answers this server. Even if it doesn't, it may answer a browser on another network. */
  answer: { status: 200, body: z.object({ url: z.string(), reachable: z.boolean() }) },
});

export const getIceServers = endpoint({
  method: 'GET',
  path: '/v1/meetings/ice-servers',
  tag,
  summary: 'The servers that help browsers connect to each other; credentials last for hours',
  session: 'required',
  answer: { status: 200, body: z.object({ ice_servers: z.array(iceServer) }) },
});
