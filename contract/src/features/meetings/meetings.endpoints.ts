import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { codePoints, limits } from '../../platform/limits.ts';
import { isStorable } from '../../platform/shapes.ts';

const tag = 'meetings';

const roomError = `A meeting code should have 1 to ${limits.meeting.room} characters`;

/** Names a room: whoever has it may come in. */
export const roomId = z
  .string()
  .trim()
  .refine((value) => value !== '' && codePoints(value) <= limits.meeting.room, { error: roomError })
  .refine(isStorable, { error: 'There is no such room.' });

/** A STUN or TURN server, as the browser's `RTCPeerConnection` takes it. */
export const iceServer = z
  .object({ urls: z.array(z.string()), username: z.string().optional(), credential: z.string().optional() })
  .meta({ id: 'IceServer' });

export const getMeetingAddress = endpoint({
  method: 'GET',
  path: '/v1/meetings/:room_id/address',
  tag,
  summary: 'Where a room is: an address of another service, or a path of this app',
  session: 'required',
  params: z.object({ room_id: roomId }),
  /** `reachable`: the service answers the server. It may answer a browser all the same, from another network. */
  answer: { status: 200, body: z.object({ url: z.string(), reachable: z.boolean() }) },
});

export const getIceServers = endpoint({
  method: 'GET',
  path: '/v1/meetings/ice-servers',
  tag,
  summary: 'The servers by which browsers find a way to each other; credentials last for hours',
  session: 'required',
  answer: { status: 200, body: z.object({ ice_servers: z.array(iceServer) }) },
});
