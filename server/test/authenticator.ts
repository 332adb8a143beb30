import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { CreationOptions, RequestOptions } from '@hubbub/contract/features/accounts/passkeys.shapes.ts';

/** Deliberately wrong parts of an authenticator's or browser's answer. */
interface Lies {
  challenge?: string;
  origin?: string;
  rpId?: string;
  counter?: number;
  verified?: boolean;
  crossOrigin?: boolean;
  userHandle?: string | null;
  /** The attestation's format, which nobody asks for. */
  format?: string;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');

/** A CBOR head (RFC 8949, section 3). @param major its major type */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

/** The public key as COSE has it: EC2, ES256, P-256. */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

/** User present, user verified, and a credential attached. */
const flags = { present: 0x01, verified: 0x04, attached: 0x40 };

const clientData = (type: string, challenge: string, { origin = 'http://localhost', crossOrigin = false }: Lies) =>
  JSON.stringify({ type, challenge, origin, crossOrigin });

/** A device that holds one passkey, with the browser it's used in; it counts how often it signs. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(16);
  #userHandle = '';
  counter = 0;

  #data({ rpId, counter, verified = true }: Lies, rpIdAsked: string, extra = 0): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.counter);
    const flag = flags.present | (verified ? flags.verified : 0) | extra;
    return Buffer.concat([sha256(rpId ?? rpIdAsked), Buffer.from([flag]), count]);
  }

  /** Makes the passkey. @returns the browser's answer */
  create(options: CreationOptions, lies: Lies = {}) {
    this.#userHandle = options.user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const authData = Buffer.concat([
      this.#data(lies, options.rp.id, flags.attached),
      Buffer.alloc(16),
      length,
      this.#id,
      coseOf(this.#keys.publicKey),
    ]);
    const attestation = new Map<string, Cbor>([
      ['fmt', lies.format ?? 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: base64url(clientData('webauthn.create', lies.challenge ?? options.challenge, lies)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      },
    };
  }

  /** Uses the passkey. @returns the browser's answer */
  answer(options: RequestOptions, lies: Lies = {}) {
    this.counter += 1;
    const authData = this.#data(lies, options.rpId);
    const client = clientData('webauthn.get', lies.challenge ?? options.challenge, lies);
    const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), this.#keys.privateKey);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle: lies.userHandle === undefined ? this.#userHandle : lies.userHandle,
      },
    };
  }

  #credential() {
    const id = base64url(this.#id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  }
}
