import { z } from 'zod';
import { accountMessages } from '../../platform/account-messages.ts';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';

/** Bytes as WebAuthn's JSON has them: base64url without padding. @param max in characters */
const bytes = (max: number) =>
  z
    .string({ error: accountMessages.passkeyIncomplete })
    .max(max, { error: accountMessages.passkeyIncomplete })
    .regex(/^[\w-]+$/, { error: accountMessages.passkeyIncomplete });

const keyType = z.literal('public-key', { error: accountMessages.passkeyIncomplete });

/** A credential's id has at most 1,023 bytes. */
const credentialId = bytes(1400);

/** What a browser answers after creating a passkey: WebAuthn's `RegistrationResponseJSON`. Other fields are ignored. */
export const passkeyCreation = z
  .object({
    id: credentialId,
    rawId: credentialId,
    type: keyType,
    response: z.object({
      clientDataJSON: bytes(8000),
      attestationObject: bytes(40_000),
      transports: z.array(z.string().max(30)).max(10).optional(),
    }),
  })
  .meta({ id: 'PasskeyCreation' });
export type PasskeyCreation = z.output<typeof passkeyCreation>;

/** What a browser answers after using a passkey: WebAuthn's `AuthenticationResponseJSON`. Other fields are ignored. */
export const passkeyAnswer = z
  .object({
    id: credentialId,
    rawId: credentialId,
    type: keyType,
    response: z.object({
      clientDataJSON: bytes(8000),
      authenticatorData: bytes(8000),
      signature: bytes(8000),
      userHandle: bytes(100).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAnswer' });
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** WebAuthn's `PublicKeyCredentialDescriptorJSON`: an existing passkey. */
const credential = z.object({ id: z.string(), type: keyType, transports: z.array(z.string()).optional() });

/** WebAuthn's `PublicKeyCredentialCreationOptionsJSON`. */
export const creationOptions = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: keyType, alg: z.int() })),
    timeout: z.int().meta({ description: 'Milliseconds' }),
    attestation: z.literal('none'),
    excludeCredentials: z.array(credential),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
  })
  .meta({ id: 'PasskeyCreationOptions' });
export type CreationOptions = z.output<typeof creationOptions>;

/** WebAuthn's `PublicKeyCredentialRequestOptionsJSON`. */
export const requestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int().meta({ description: 'Milliseconds' }),
    allowCredentials: z.array(credential).meta({ description: 'Empty: any passkey of this site' }),
    userVerification: z.literal('required'),
  })
  .meta({ id: 'PasskeyRequestOptions' });
export type RequestOptions = z.output<typeof requestOptions>;

/** The name that a person gives a passkey. */
export const passkeyName = shapes.plain(
  shapes.text({
    required: accountMessages.passkeyNameRequired,
    max: limits.passkey.name,
    long: accountMessages.passkeyNameLong,
  }),
  'The name',
);

/** One of the caller's passkeys. */
export const passkey = z
  .object({
    passkey_id: shapes.id,
    name: z.string(),
    created_at: shapes.time,
    last_used_at: shapes.time.nullable(),
    made_for: z.string().nullable().meta({
      description: "The host it was made for, if that isn't this site's: it can't be used here. Otherwise null",
    }),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.output<typeof passkey>;
