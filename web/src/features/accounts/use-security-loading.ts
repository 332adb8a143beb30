import { useQueries } from '@tanstack/react-query';
import { passkeysOptions } from '#features/accounts/passkeys.data.ts';
import { sessionsOptions } from '#features/accounts/security.data.ts';
import { totpOptions } from '#features/accounts/totp.data.ts';
import { isFirstLoad } from '#platform/first-load.ts';

/** Whether the security page's lists are still loading. False without a connection and once they failed, which the lists report. */
export function useSecurityLoading(): boolean {
  return useQueries({
    queries: [sessionsOptions, passkeysOptions, totpOptions],
    combine: (lists) => lists.some(isFirstLoad),
  });
}
