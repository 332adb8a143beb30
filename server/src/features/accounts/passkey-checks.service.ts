import type { PasskeyAnswer, PasskeyCreation } from '@hubbub/contract/features/accounts/passkeys.shapes.ts';
import type { Platform } from '#platform/platform.ts';
import type { PasskeyRow } from './passkeys.queries.ts';
import { clientDataOf, partyOf } from './passkeys.rules.ts';

/** Loaded at first use: it takes a third of a second and much memory, which servers without passkeys needn't spend. */
const loadWebAuthn = () => import('@simplewebauthn/server');

/**
 * The supported signature algorithms: EdDSA, ES256 and RS256. They're fixed so that every process supports the same
 * ones.
 */
export const algorithms = [-8, -7, -257];

/** A passkey as its authenticator describes it. */
interface NewCredential {
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
}

/**
 * Removes the attestation, which says who made the authenticator. Nothing depends on it, and verifying it could make
 * the server fetch addresses that the sender chose.
 */
async function withoutAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  const plain = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(plain as Parameters<typeof isoCBOR.encode>[0]));
}

/** Runs a check, and logs what the library throws for an invalid answer. @returns undefined for an invalid answer */
async function tryTo<T>({ log }: Platform, check: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await check();
  } catch (error) {
    log.info({ err: error }, "a passkey's answer was refused");
    return undefined;
  }
}

/** What every answer must match: this site, and a page of its own. */
const expected = ({ config }: Platform, challenge: string) => {
  const { rpId, origin } = partyOf(config.publicUrl);
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  };
};

const isInFrame = (clientDataJSON: string) => clientDataOf(clientDataJSON)?.crossOrigin !== false;

/** Checks a browser's answer after it made a passkey. @returns undefined: it isn't valid */
export async function checkCreation(
  platform: Platform,
  challenge: string,
  given: PasskeyCreation,
): Promise<NewCredential | undefined> {
  return await tryTo(platform, async () => {
    if (isInFrame(given.response.clientDataJSON)) return undefined;
    const { verifyRegistrationResponse } = await loadWebAuthn();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: given.id,
        rawId: given.rawId,
        type: given.type,
        response: {
          clientDataJSON: given.response.clientDataJSON,
          attestationObject: await withoutAttestation(given.response.attestationObject),
        },
        clientExtensionResults: {},
      },
      ...expected(platform, challenge),
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    // Store what the authenticator signed for, whatever else the answer says.
    if (id !== given.id) return undefined;
    return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter };
  });
}

/** Checks a passkey's answer, but not that its counter has increased. @returns the counter; undefined: the answer isn't valid */
export async function checkAnswer(
  platform: Platform,
  challenge: string,
  given: PasskeyAnswer,
  passkey: PasskeyRow,
): Promise<number | undefined> {
  return await tryTo(platform, async () => {
    if (isInFrame(given.response.clientDataJSON)) return undefined;
    const { verifyAuthenticationResponse } = await loadWebAuthn();
    const { clientDataJSON, authenticatorData, signature } = given.response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: given.id,
        rawId: given.rawId,
        type: given.type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      ...expected(platform, challenge),
      // The counter is compared by the statement that stores it, so that two answers at once can't both be the next.
      credential: { id: given.id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  });
}
