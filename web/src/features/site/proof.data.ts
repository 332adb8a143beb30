import { getChallenge } from '@hubbub/contract/features/site/joining.endpoints.ts';
import { call } from '#platform/api-client.ts';

/**
 * The solution of the challenge that registering needs while registrations come faster than usual; undefined while none is needed. It
 * takes a moment of computing and nobody's attention. Without Web Crypto (a site without https) there's none, and the server slows the
 * registration down instead.
 */
export async function solveProof(): Promise<string | undefined> {
  const { challenge } = await call(getChallenge);
  if (challenge === null || globalThis.crypto?.subtle === undefined) return undefined;
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ]);
  const solution = await solveChallenge({ challenge, deriveKey });
  return solution === null ? undefined : btoa(JSON.stringify({ challenge, solution }));
}
