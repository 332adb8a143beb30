import { randomInt } from 'node:crypto';
import { limits } from '@hubbub/contract/platform/limits.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken } from '#platform/sessions/sessions.ts';
import { activationMail, codeMail } from './accounts.mail.ts';
import { deleteExpired, findUser, findUserByIdentifier, insertToken, storeCode } from './accounts.queries.ts';
import { hoursAfter, mayLogIn, minutesAfter } from './accounts.rules.ts';
import { newToken } from './accounts.service.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    'accounts.send-activation': { userId: string };
    'accounts.send-code': { identifier: string };
    'accounts.remove-expired': Record<string, never>;
  }
}

/** About two days of a mail server that is down, at graphile-worker's pauses. */
const activationAttempts = 16;
/** About an hour: after that nobody waits for a code. */
const codeAttempts = 8;

/**
 * The mails with a secret in them. The secret is made here, at each try anew, so that it waits nowhere in plain text while
 * the mail server is down; and what a person without an account causes is done here too, where nobody can time it.
 */
export function defineAccountsJobs({
  db,
  clock,
  jobs,
  log,
  mail,
  passwords,
  sessions,
  limits: rateLimits,
}: Platform): void {
  jobs.define(
    'accounts.send-activation',
    async ({ userId }) => {
      const user = await findUser(db.kysely, userId);
      if (!user || mayLogIn(user)) return;
      const token = newToken();
      await insertToken(db.kysely, 'activation_tokens', {
        tokenHash: hashToken(token),
        userId,
        expiresAt: hoursAfter(clock.now(), limits.activation.days * 24),
      });
      await mail.deliver(user.email, activationMail(user.username, token));
    },
    { maxAttempts: activationAttempts },
  );

  jobs.define(
    'accounts.send-code',
    async ({ identifier }) => {
      const code = String(randomInt(10 ** limits.otp.length)).padStart(limits.otp.length, '0');
      // Hashed before it is known whether there is an account: the work shows in the time of other answers.
      const codeHash = await passwords.hash(code);
      const user = await findUserByIdentifier(db.kysely, identifier);
      if (!user) return;
      if (!(await rateLimits.allows('code-mail', user.id))) {
        log.info({ userId: user.id }, 'too many one-time codes were asked for, none sent');
        return;
      }
      await storeCode(db.kysely, {
        userId: user.id,
        codeHash,
        expiresAt: minutesAfter(clock.now(), limits.otp.minutes),
      });
      await mail.deliver(user.email, codeMail(user.username, code));
    },
    { maxAttempts: codeAttempts },
  );

  jobs.define(
    'accounts.remove-expired',
    async () => {
      await deleteExpired(db.kysely, clock.now());
      await sessions.removeExpired(db.kysely);
    },
    { every: '17 * * * *' },
  );
}
