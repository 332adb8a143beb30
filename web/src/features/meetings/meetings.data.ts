import { checkSession } from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/meetings/meetings.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';

/** Milliseconds a meeting service has to answer before it counts as down. */
const probeTimeout = 8_000;

/** Checks the session, then asks where the room is. */
export function roomAddressOptions(room: string) {
  return queryOptions({
    queryKey: ['meeting-address', room],
    queryFn: async ({ signal }) => {
      await call(checkSession, {}, { signal });
      const { url, reachable } = await call(endpoints.getMeetingAddress, { params: { room_id: room } }, { signal });
      return { url, answers: reachable || (await answers(url)) };
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/**
 * Whether the browser can reach a meeting service that doesn't answer the server. Its response can't be read, and doesn't need to be.
 * The URL is requested without its parameters, so that the service learns nothing about the meeting before the person goes there.
 */
async function answers(url: string): Promise<boolean> {
  try {
    const { origin } = new URL(url);
    await fetch(origin, { mode: 'no-cors', credentials: 'omit', signal: AbortSignal.timeout(probeTimeout) });
    return true;
  } catch {
    return false;
  }
}

/** The STUN and TURN servers for a connection between browsers. */
export const iceServersOptions = queryOptions({
  queryKey: ['ice-servers'],
  queryFn: async ({ signal }): Promise<RTCIceServer[]> => {
    const { ice_servers } = await call(endpoints.getIceServers, {}, { signal });
    return ice_servers.map(({ urls, username, credential }) => ({
      urls,
      ...(username === undefined ? {} : { username }),
      ...(credential === undefined ? {} : { credential }),
    }));
  },
  // Their credentials are valid for hours.
  staleTime: 60 * 60_000,
});

/** Whether one of them is a relay, for browsers without a direct route to each other. */
export const hasRelay = (servers: readonly RTCIceServer[]): boolean =>
  servers.some(({ urls }) => [urls].flat().some((url) => url.startsWith('turn')));
