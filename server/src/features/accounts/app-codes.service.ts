import { createHmac } from 'node:crypto';

/** What every authenticator app takes (RFC 6238): six digits by SHA-1, every thirty seconds. */
const digits = 6;
const period = 30;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A secret as people type it into an app: base32 (RFC 4648) without padding. */
export function toBase32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet.charAt((value >>> bits) & 31);
    }
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + alphabet.charAt((value << (5 - bits)) & 31);
}

/** The period that a moment is in. */
export const periodAt = (moment: Date): number => Math.floor(moment.getTime() / 1000 / period);

/** The code of a period (RFC 4226, 5.3). */
export function codeOfPeriod(secret: Buffer, number: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(number));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 15;
  const code = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits;
  return String(code).padStart(digits, '0');
}

/** What a QR code tells an app: the secret, and what to call it. */
export function uriOf(secret: Buffer, { issuer, username }: { issuer: string; username: string }): string {
  // A colon would end the issuer, and every app reads one that's escaped differently.
  const site = issuer.replaceAll(':', ' ');
  const label = `${encodeURIComponent(site)}:${encodeURIComponent(username)}`;
  const query = new URLSearchParams({
    secret: toBase32(secret),
    algorithm: 'SHA1',
    digits: `${digits}`,
    period: `${period}`,
  });
  return `otpauth://totp/${label}?issuer=${encodeURIComponent(site)}&${query}`;
}
