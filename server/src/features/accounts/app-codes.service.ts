import { Secret, TOTP } from 'otpauth';

/** What every authenticator app takes (RFC 6238): six digits by SHA-1, every thirty seconds. */
const format = { algorithm: 'SHA1', digits: 6, period: 30 };
/** Clocks differ: the code just before or after this moment's is as good. */
const periodsAround = 1;

const secretOf = (bytes: Buffer): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer });

/** The period of which this is the code, now or just before or after, compared in constant time; undefined: it's wrong. */
export function periodOf(secret: Buffer, code: string, now: Date): number | undefined {
  const [token, timestamp] = [code.replace(/\s/g, ''), now.getTime()];
  // What isn't six digits makes the library throw.
  if (!/^\d{6}$/.test(token)) return undefined;
  const ahead = TOTP.validate({ ...format, secret: secretOf(secret), token, timestamp, window: periodsAround });
  return ahead === null ? undefined : TOTP.counter({ period: format.period, timestamp }) + ahead;
}

/** What an app is given: the secret as people type it, in base32, and what a QR code holds, which also says what to call it. */
export function describeSecret(
  secret: Buffer,
  { issuer, username }: { issuer: string; username: string },
): { secret: string; uri: string } {
  // A colon would end the issuer, and every app reads one that's escaped differently.
  const totp = new TOTP({ ...format, secret: secretOf(secret), issuer: issuer.replaceAll(':', ' '), label: username });
  return { secret: totp.secret.base32, uri: totp.toString() };
}
