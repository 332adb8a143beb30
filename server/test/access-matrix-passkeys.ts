import { newId } from '#platform/ids.ts';
import { everybody, people, type Row } from './access-matrix-scene.ts';

/** An answer for a challenge that nobody was given. */
const guessedPasskey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};

/** Nobody here has a passkey or a confirmed session, which passkeys.api.test.ts covers. */
export const passkeyRows = {
  listPasskeys: { request: () => ({ path: '/v1/passkeys' }), ...people(200) },
  preparePasskey: { request: () => ({ path: '/v1/passkeys/options' }), ...people(422) },
  addPasskey: { request: () => ({ path: '/v1/passkeys', body: guessedPasskey }), ...people(422) },
  renamePasskey: { request: () => ({ path: `/v1/passkeys/${newId()}`, body: { name: 'Key' } }), ...people(404) },
  removePasskey: { request: () => ({ path: `/v1/passkeys/${newId()}` }), ...people(422) },
  // Without passkeys.
  prepareConfirmation: { request: () => ({ path: '/v1/user/confirm/options' }), ...people(422) },
  preparePasskeyLogIn: { request: () => ({ path: '/v1/tokens/passkey/options' }), ...everybody(200) },
  logInWithPasskey: { request: () => ({ path: '/v1/tokens/passkey', body: guessedPasskey }), ...everybody(422) },
} satisfies Record<string, Row>;
