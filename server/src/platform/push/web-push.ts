import { createCipheriv, createECDH, createHash, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto';

/** What a browser gives to whoever may push to it: an address, and the keys that only it can decrypt for. */
export interface PushTarget {
  endpoint: string;
  /** A point of the curve P-256, uncompressed. */
  p256dh: Buffer;
  /** 16 bytes. */
  auth: Buffer;
}

export interface PushOptions {
  /** Seconds that a push service keeps it for a device that's off. */
  ttl: number;
  urgency: 'low' | 'normal' | 'high';
  /** What's about the same thing: one that a device hasn't got yet is replaced. */
  tag: string;
}

const curve = 'prime256v1';
/** More than a payload with its overhead, so that it's always a single record. */
const recordSize = 4096;
const saltLength = 16;
const keyLength = 16;
const nonceLength = 12;

const isKey = (key: Uint8Array): boolean => {
  try {
    withNewKeys().computeSecret(key);
    return true;
  } catch {
    return false;
  }
};

function withNewKeys() {
  const ecdh = createECDH(curve);
  ecdh.generateKeys();
  return ecdh;
}

/** The keys of a browser's subscription, base64url as it gives them. Undefined: nothing could be encrypted for them. */
export function readKeys(keys: { p256dh: string; auth: string }): Pick<PushTarget, 'p256dh' | 'auth'> | undefined {
  const [p256dh, auth] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')];
  return p256dh.length === 65 && p256dh[0] === 4 && auth.length === 16 && isKey(p256dh) ? { p256dh, auth } : undefined;
}

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/**
 * Encrypts a payload for one browser (RFC 8291, aes128gcm).
 * @param made the key pair's private half and the salt, which are made anew for each payload; given only by the test
 */
export function encryptPush(
  { p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>,
  payload: Uint8Array,
  made: { privateKey?: Uint8Array; salt?: Uint8Array } = {},
): Buffer {
  const ecdh = made.privateKey ? createECDH(curve) : withNewKeys();
  if (made.privateKey) ecdh.setPrivateKey(made.privateKey);
  const salt = made.salt ?? randomBytes(saltLength);
  const publicKey = ecdh.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey]);
  const secret = derive(ecdh.computeSecret(p256dh), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), keyLength);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), nonceLength);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The byte 2 ends the last record.
  const sealed = [cipher.update(payload), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()];
  const header = Buffer.alloc(saltLength + 5);
  header.set(salt);
  header.writeUInt32BE(recordSize, saltLength);
  header.writeUInt8(publicKey.length, saltLength + 4);
  return Buffer.concat([header, publicKey, ...sealed]);
}

/** The server's key pair, which tells push services who pushes (RFC 8292). */
export interface Vapid {
  /** Base64url, as browsers take it. */
  publicKey: string;
  /** A value of the `authorization` header for a push service. @param subject where its host is reached: `https:` or `mailto:` */
  authorize(endpoint: string, subject: string, now: Date): string;
}

/** The private half of a new key pair, to be stored. */
export const newVapidSecret = (): string => {
  const privateKey = withNewKeys().getPrivateKey();
  return Buffer.concat([Buffer.alloc(32 - privateKey.length), privateKey]).toString('base64url');
};

/** How long a push service may be told who we are with the same words, in seconds: at most a day (RFC 8292, 2). */
const authorizedFor = 12 * 60 * 60;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** @param secret of `newVapidSecret` */
export function openVapid(secret: string): Vapid {
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(Buffer.from(secret, 'base64url'));
  const point = ecdh.getPublicKey();
  const publicKey = point.toString('base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = createPrivateKey({
    key: { kty: 'EC', crv: 'P-256', d: secret, x: x ?? '', y: y ?? '' },
    format: 'jwk',
  });
  return {
    publicKey,
    authorize(endpoint, subject, now) {
      const exp = Math.floor(now.getTime() / 1000) + authorizedFor;
      const claims = { aud: new URL(endpoint).origin, exp, sub: subject };
      const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
      return `vapid t=${signed}.${signature}, k=${publicKey}`;
    },
  };
}

/** The headers of a push, but for its authorization (RFC 8030). */
export const pushHeaders = ({ ttl, urgency, tag }: PushOptions): Record<string, string> => ({
  'content-type': 'application/octet-stream',
  'content-encoding': 'aes128gcm',
  ttl: String(ttl),
  urgency,
  // At most 32 characters of base64url, and nothing that a push service could read.
  topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
});
