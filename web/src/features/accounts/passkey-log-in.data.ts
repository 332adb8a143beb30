import * as endpoints from '@hubbub/contract/features/accounts/passkeys.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { settleLogOut } from '#features/accounts/accounts.data.ts';
import { call } from '#platform/api-client.ts';
import { storeUser } from '#platform/session.ts';

/** Milliseconds after which the browser gets a new challenge, before the old one expires. */
const renewal = (limits.passkey.minutes - 1) * 60_000;

const newOptions = async () => (await call(endpoints.preparePasskeyLogIn)) as PublicKeyCredentialRequestOptionsJSON;

async function finish(answer: Awaited<ReturnType<typeof startAuthentication>>): Promise<User> {
  await settleLogOut();
  const { user } = await call(endpoints.logInWithPasskey, { body: answer });
  storeUser(user);
  return user;
}

/** Asks for a passkey, logs in with it and saves the user in local storage. */
export async function logInWithPasskey(): Promise<User> {
  return await finish(await startAuthentication({ optionsJSON: await newOptions() }));
}

/** Offers passkeys where the username is typed, until stopped. @returns what stops it */
export function offerPasskeys(tell: { done: (user: User) => void; failed: (error: unknown) => void }): () => void {
  let isOpen = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** @returns whether to offer them again */
  async function offer(): Promise<boolean> {
    const optionsJSON = await newOptions();
    if (!isOpen) return false;
    let isRenewed = false;
    timer = setTimeout(() => {
      isRenewed = true;
      WebAuthnAbortService.cancelCeremony();
    }, renewal);
    try {
      const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
      const user = await finish(answer);
      if (isOpen) tell.done(user);
      return false;
    } catch (error) {
      if (isRenewed) return true;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async function keepOffering(): Promise<void> {
    if (!(await browserSupportsWebAuthnAutofill())) return;
    while (isOpen && (await offer()));
  }

  keepOffering().catch((error: unknown) => isOpen && tell.failed(error));
  return () => {
    isOpen = false;
    clearTimeout(timer);
    WebAuthnAbortService.cancelCeremony();
  };
}
