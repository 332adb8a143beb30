import { Secret, TOTP } from 'otpauth';

/** What every authenticator app supports (RFC 6238): six digits by SHA-1, every thirty seconds. */
const format = { algorithm: 'SHA1', digits: 6, period: 30 };
/** Clocks differ, so the code just before or after this moment's is accepted, too. */
const periodsAround = 1;

const secretOf = (bytes: Buffer): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer });

/**
 * The period whose code this is (now, the one before or the one after), compared in constant time; undefined: it's
 * wrong.
 */
export function periodOf(secret: Buffer, code: string, now: Date): number | undefined {
  const [token, timestamp] = [code.replace(/\s/g, ''), now.getTime()];
  // The library throws for anything but six digits.
  if (!/^\d{6}$/.test(token)) return undefined;
  const ahead = TOTP.validate({ ...format, secret: secretOf(secret), token, timestamp, window: periodsAround });
  return ahead === null ? undefined : TOTP.counter({ period: format.period, timestamp }) + ahead;
}

/**
 * What an authenticator app gets: the secret in base32, for typing, and the content of the QR code, which also has the
 * names to show.
 */
export function describeSecret(
  secret: Buffer,
  { issuer, username }: { issuer: string; username: string },
): { secret: string; uri: string } {
  // A colon would end the issuer, and apps disagree on how to read an escaped one.
  const totp = new TOTP({ ...format, secret: secretOf(secret), issuer: issuer.replaceAll(':', ' '), label: username });
  return { secret: totp.secret.base32, uri: totp.toString() };
}
