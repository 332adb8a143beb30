import { createECDH, createHash } from 'node:crypto';
import webPush from 'web-push';

/** What a browser gives to a server that may push to it: an address, and keys for messages that only the browser can decrypt. */
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
  /** Identifies pushes about the same subject: a newer one replaces an undelivered one. */
  tag: string;
  /** The host's contact: `https:` or `mailto:`. */
  subject: string;
}

const curve = 'prime256v1';

const isKey = (key: Uint8Array): boolean => {
  try {
    const ecdh = createECDH(curve);
    ecdh.generateKeys();
    ecdh.computeSecret(key);
    return true;
  } catch {
    return false;
  }
};

/** The keys of a browser's subscription, base64url as it gives them. Undefined: they're invalid. */
export function readKeys(keys: { p256dh: string; auth: string }): Pick<PushTarget, 'p256dh' | 'auth'> | undefined {
  const [p256dh, auth] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')];
  return p256dh.length === 65 && p256dh[0] === 4 && auth.length === 16 && isKey(p256dh) ? { p256dh, auth } : undefined;
}

/** The private half of a new key pair, base64url, to be stored. */
export const newVapidSecret = (): string => webPush.generateVAPIDKeys().privateKey;

/** The server's key pair, with which push services identify it (RFC 8292). Both halves are base64url. */
export interface Vapid {
  publicKey: string;
  privateKey: string;
}

/** @param secret of `newVapidSecret` */
export function openVapid(secret: string): Vapid {
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(Buffer.from(secret, 'base64url'));
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: secret };
}

/** The request that pushes a text to one browser, encrypted for it alone (RFC 8030, 8291, 8292). */
export function pushRequest(
  vapid: Vapid,
  { endpoint, p256dh, auth }: PushTarget,
  text: string,
  { ttl, urgency, tag, subject }: PushOptions,
): { headers: Record<string, string>; body: Buffer } {
  const keys = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') };
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, text, {
    vapidDetails: { ...vapid, subject },
    TTL: ttl,
    urgency,
    // At most 32 characters of base64url, which reveal nothing to a push service.
    topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
    contentEncoding: 'aes128gcm',
  });
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return { headers: Object.fromEntries(named), body };
}
