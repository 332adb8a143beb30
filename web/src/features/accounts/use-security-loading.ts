import { useQueries, useQuery } from '@tanstack/react-query';
import { passkeysOptions } from '#features/accounts/passkeys.data.ts';
import { sessionsOptions } from '#features/accounts/security.data.ts';
import { totpOptions } from '#features/accounts/totp.data.ts';
import { isFirstLoad } from '#platform/first-load.ts';
import { type LoadFailure, useLoadFailure } from '#platform/load-failure.ts';

/** Whether the security page's lists are still loading. False without a connection and once they failed, which the lists report. */
export function useSecurityLoading(): boolean {
  return useQueries({
    queries: [sessionsOptions, passkeysOptions, totpOptions],
    combine: (lists) => lists.some(isFirstLoad),
  });
}

/** That there's no connection to load the security page's lists, which is then the same for all of them; null if it isn't that. */
export function useSecurityCutOff(): LoadFailure | null {
  const failure = useLoadFailure(useQuery(sessionsOptions), 'your devices and log-ins');
  return failure?.offline ? failure : null;
}
