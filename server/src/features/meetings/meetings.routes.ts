import * as callCalls from '@hubbub/contract/features/meetings/calls.endpoints.ts';
import * as calls from '@hubbub/contract/features/meetings/meetings.endpoints.ts';
import { type Http, route } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { declineCall, getCall, startCall } from './calls.service.ts';
import { iceServers, meetingAddress } from './meetings.service.ts';

const writes = { limits: [perPerson('writes')] };

/** The calls for meetings; everything inside a room goes over the socket. */
export function registerMeetingsRoutes(http: Http): void {
  const { platform } = http;

  route(http, calls.getMeetingAddress, { limits: [perPerson('reads')] }, ({ params, session }) =>
    meetingAddress(platform, session.userId, params.room_id),
  );

  http.previews.set('joinRoom', {
    title: 'A meeting on Hubbub',
    description: "You're invited to a video meeting. Log in to join.",
  });

  route(http, calls.getIceServers, { limits: [perPerson('reads')] }, async ({ session }) => ({
    ice_servers: iceServers(platform, session.userId),
  }));

  route(http, callCalls.startCall, writes, async (request) => {
    const { call, existed } = await startCall(platform, request.session.userId, request.params.room_id);
    request.existed = existed;
    return { call };
  });

  route(http, callCalls.getCall, { limits: [perPerson('reads')] }, async ({ session, params }) => ({
    call: await getCall(platform, session.userId, params.room_id),
  }));

  route(http, callCalls.declineCall, writes, async ({ session, params, body }) => {
    await declineCall(platform, session.userId, params.call_id, body.reason);
    return {};
  });
}
