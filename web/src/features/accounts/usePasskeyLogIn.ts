import type { User } from '@hubbub/contract/platform/shapes.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { canAutofillPasskeys, passkeyFault } from '#features/accounts/passkeys.rules.ts';
import { ApiError } from '#platform/errors.ts';

/** Milliseconds after the first paint, so that nothing else waits for the code of passkeys. */
const offerDelay = 500;

interface Options {
  /** Called once somebody is logged in. */
  enter: (user: User) => Promise<void>;
  /** What to show if the server refuses; null: nothing. */
  explain: (error: unknown) => string | null;
}

const load = () => import('#features/accounts/passkey-log-in.data.ts');

/** Logs in with a passkey: with one that's chosen where the username is typed, or when asked to. */
export function usePasskeyLogIn({ enter, explain }: Options) {
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();
  /** Counts failures; passkeys are offered again after each. */
  const [failures, setFailures] = useState(0);

  const fail = useEffectEvent((error: unknown) => {
    const ofBrowser = passkeyFault(error);
    setFault((ofBrowser === undefined ? explain(error) : ofBrowser) ?? undefined);
  });
  const done = useEffectEvent((user: User) => void enter(user));

  // Only the server's refusals are shown: people who ignore an offer needn't know that it failed.
  const failOffer = useEffectEvent((error: unknown) => {
    if (!(error instanceof ApiError) || error.status === 429 || error.status >= 500) return;
    fail(error);
    setFailures((count) => count + 1);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: after a failure they're offered again
  useEffect(() => {
    if (pending || !canAutofillPasskeys()) return;
    let isOpen = true;
    let stop: (() => void) | undefined;
    const timer = setTimeout(() => {
      load().then(
        ({ offerPasskeys }) => {
          if (isOpen) stop = offerPasskeys({ done, failed: failOffer });
        },
        () => undefined,
      );
    }, offerDelay);
    return () => {
      isOpen = false;
      clearTimeout(timer);
      stop?.();
    };
  }, [pending, failures]);

  async function ask(): Promise<void> {
    setPending(true);
    setFault(undefined);
    try {
      const { logInWithPasskey } = await load();
      await enter(await logInWithPasskey());
    } catch (error) {
      const ofBrowser = passkeyFault(error);
      setFault((ofBrowser === undefined ? explain(error) : ofBrowser) ?? undefined);
    } finally {
      setPending(false);
    }
  }

  return { ask: () => void ask(), pending, fault };
}
