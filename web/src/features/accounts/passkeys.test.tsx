// @vitest-environment happy-dom
import * as confirmation from '@hubbub/contract/features/accounts/confirmation.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/accounts/passkeys.endpoints.ts';
import * as browser from '@simplewebauthn/browser';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConfirmHost, LoginForm, PasskeyCard } from '#features/accounts/public.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeUser } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

vi.mock('@simplewebauthn/browser', { spy: true });

const answer = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key' as const,
  clientExtensionResults: {},
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};
const passkey = (name: string) => ({
  passkey_id: name,
  name,
  created_at: '2026-01-01T10:00:00.000Z',
  last_used_at: null,
  made_for: null,
});
const creation = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Hubbub' },
  user: { id: 'AAAA', name: 'ada', displayName: 'Ada' },
  pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
  timeout: 300_000,
  attestation: 'none' as const,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
};
const request = {
  challenge: 'AAAA',
  rpId: 'localhost',
  timeout: 300_000,
  allowCredentials: [],
  userVerification: 'required' as const,
};
/** What the browser's library throws. */
const fault = (name: string, code: string) =>
  new browser.WebAuthnError({ message: name, code: code as never, cause: Object.assign(new Error(name), { name }) });

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', class {});
});
afterEach(() => {
  tidy();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

it('says what a passkey is, adds one and names it', async () => {
  api.answer(endpoints.listPasskeys, { passkeys: [] });
  api.answer(endpoints.preparePasskey, creation);
  api.answer(endpoints.addPasskey, { passkey: passkey('Chrome on Linux') });
  api.answer(endpoints.renamePasskey, { passkey: passkey('Blue key') });
  vi.mocked(browser.startRegistration).mockResolvedValue(answer);
  draw(<PasskeyCard />);
  screen.getByText(/fingerprint, face or screen lock/);
  fireEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  const naming = await screen.findByRole('dialog', { name: 'Name your passkey' });
  fireEvent.change(within(naming).getByLabelText('Name'), { target: { value: 'Blue key' } });
  fireEvent.click(within(naming).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.asked(endpoints.renamePasskey)).toMatchObject([{ body: { name: 'Blue key' } }]));
});

it("says that passkeys made for another address can't be used", async () => {
  api.answer(endpoints.listPasskeys, {
    passkeys: [passkey('Phone'), { ...passkey('Old laptop'), made_for: 'old.example.org' }],
  });
  draw(<PasskeyCard />);
  const [phone, laptop] = await screen.findAllByRole('listitem');
  expect(laptop?.textContent).toContain("Made for another address, old.example.org, so it can't be used here.");
  expect(phone?.textContent).not.toContain('another address');
});

it.each([
  ['NotAllowedError', 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY', /you canceled, or it took too long/],
  ['InvalidStateError', 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED', /already has a passkey/],
  ['SecurityError', 'ERROR_INVALID_RP_ID', /own address, over https/],
  ['ConstraintError', 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT', /Set up a screen lock/],
  ['UnknownError', 'ERROR_AUTHENTICATOR_GENERAL_ERROR', /use another device/],
])('says what to do after %s', async (name, code, text) => {
  api.answer(endpoints.listPasskeys, { passkeys: [] });
  api.answer(endpoints.preparePasskey, creation);
  vi.mocked(browser.startRegistration).mockRejectedValue(fault(name, code));
  draw(<PasskeyCard />);
  fireEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  await screen.findByText(text);
});

it('over http it says that passkeys need https', async () => {
  vi.stubGlobal('isSecureContext', false);
  api.answer(endpoints.listPasskeys, { passkeys: [] });
  draw(<PasskeyCard />);
  await screen.findByText(/Passkeys need https/);
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

it('removing asks, and is confirmed with a passkey', async () => {
  api.answer(endpoints.listPasskeys, { passkeys: [passkey('Phone')] });
  api.refuse(endpoints.removePasskey, 422, { confirm: "Confirm that it's you." });
  api.answer(endpoints.prepareConfirmation, request);
  api.answer(confirmation.confirmSession, () => {
    api.answer(endpoints.removePasskey, {});
    return {};
  });
  vi.mocked(browser.startAuthentication).mockResolvedValue(answer);
  draw(
    <>
      <PasskeyCard />
      <ConfirmHost />
    </>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Phone' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Yes' }));
  const form = await screen.findByRole('dialog', { name: "Confirm that it's you" });
  fireEvent.click(await within(form).findByRole('button', { name: 'Use a passkey' }));
  within(form).getByText("Use a passkey or enter your password to continue. We won't ask again for 10 minutes.");
  await waitFor(() => expect(api.asked(endpoints.removePasskey)).toHaveLength(2));
  expect(api.asked(confirmation.confirmSession)).toMatchObject([{ body: { id: 'AAAA' } }]);
});

it('logs in with a passkey when asked to', async () => {
  api.answer(endpoints.preparePasskeyLogIn, request);
  api.answer(endpoints.logInWithPasskey, { user: makeUser({ username: 'ada' }) });
  vi.mocked(browser.startAuthentication).mockResolvedValue(answer);
  const { at } = draw(<LoginForm goesFirst={() => Promise.resolve(undefined)} />);
  fireEvent.click(screen.getByRole('button', { name: 'Use a passkey' }));
  await waitFor(() => expect(at()).toBe('/feed'));
});
