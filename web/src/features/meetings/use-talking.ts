import { useQuery } from '@tanstack/react-query';
import type { OpenedCall } from '#features/meetings/calls.rules.ts';
import { currentCall, joinCall } from '#features/meetings/current-call.ts';
import { siteOptions } from '#features/site/public.ts';
import { useStore } from '#platform/store.ts';

/** The voice channel the person is in on this page, and joining another; undefined where the site holds its meetings elsewhere. */
export function useTalking(): { currentId: string | undefined; join: (channel: OpenedCall) => void } | undefined {
  const { joined } = useStore(currentCall);
  const isOffered = useQuery(siteOptions).data?.calls === true;
  return isOffered
    ? { currentId: joined?.roomId, join: (channel) => joinCall({ kind: 'voice', ...channel }) }
    : undefined;
}
