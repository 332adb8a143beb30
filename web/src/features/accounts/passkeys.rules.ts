/** Whether this page can use passkeys at all: browsers offer them over https and on this computer only. */
export const canUsePasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window;

/** Whether the browser may offer passkeys where a username is typed. */
export const canAutofillPasskeys = (): boolean =>
  canUsePasskeys() && 'isConditionalMediationAvailable' in window.PublicKeyCredential;

const wrongAddress = "Passkeys work only at this site's own address, over https. Open the site there and try again.";
const cannotKeep = "This device can't keep a passkey. Set up a screen lock on it, or use another device.";

/** By the codes of the browser's library. */
const faults: Record<string, string> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED:
    'This device already has a passkey for your account. Use another device, or remove that passkey first.',
  ERROR_INVALID_DOMAIN: wrongAddress,
  ERROR_INVALID_RP_ID: wrongAddress,
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: cannotKeep,
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: cannotKeep,
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: cannotKeep,
};

/** What people read if their browser didn't use a passkey; undefined: the error isn't the browser's, null: there's nothing to say. */
export function passkeyFault(error: unknown): string | null | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  if (code === 'ERROR_CEREMONY_ABORTED') return null;
  if (error.name === 'NotAllowedError') {
    return 'No passkey was used: you canceled, or it took too long. Try again whenever you want.';
  }
  if (typeof code === 'string' && code.startsWith('ERROR_')) {
    return faults[code] ?? "Your browser couldn't use a passkey. Try again, or use another device.";
  }
  return undefined;
}
