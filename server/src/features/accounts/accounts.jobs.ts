import { limits } from '@hubbub/contract/platform/limits.ts';
import type { Platform } from '#platform/platform.ts';
import { sweepAnswers } from '#platform/repeats/repeats.ts';
import { hashToken, newToken } from '#platform/sessions/sessions.ts';
import type { DeletedByTeam } from './accounts.mail.ts';
import { activationMail } from './accounts.mail.ts';
import { findUser } from './accounts.queries.ts';
import { activationEnds, hoursAfter, isLapsed, mayLogIn } from './accounts.rules.ts';
import { removeLapsedAccounts } from './activation.service.ts';
import { endAway, mailDeletion, sweepAway } from './away.service.ts';
import { type CodeRequest, mailCode } from './codes.service.ts';
import { deleteDevicesUnseenSince, deleteExpiredCodes } from './devices.queries.ts';
import { deviceDays } from './devices.service.ts';
import { deleteExpiredEmailLinks } from './email-change.queries.ts';
import { type EmailChangeNotice, mailEmailChange, tellEmailChange } from './email-change.service.ts';
import { mailLoginLink } from './login-links.service.ts';
import { mailNewDevice, type NewDevice } from './own-sessions.service.ts';
import { deleteExpiredChallenges } from './passkeys.queries.ts';
import type { Passwords } from './passwords.service.ts';
import { sealOldSecrets } from './second-factor.service.ts';
import { sweepSecurity } from './security.service.ts';
import { deleteExpired, insertToken } from './tokens.queries.ts';
import { deleteExpiredNames } from './usernames.queries.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    'accounts.send-activation': { userId: string };
    'accounts.mail-code': CodeRequest;
    'accounts.mail-login-link': { userId: string };
    'accounts.mail-new-device': NewDevice;
    'accounts.mail-deletion': { userId: string; byTeam?: DeletedByTeam };
    'accounts.end-away': { userId: string };
    'accounts.mail-email-change': { changeId: string };
    'accounts.tell-email-change': EmailChangeNotice;
    'accounts.close-sockets': { userId: string };
    'accounts.remove-expired': Record<string, never>;
  }
}

/** About two days of a mail server being down, at graphile-worker's backoff. */
const activationAttempts = 16;
/** About an hour: nobody waits for a code longer than that. */
const codeAttempts = 8;

/**
 * The mails that contain a secret. The secret is created here, so it's never queued in plain text while the mail server
 * is down. Work triggered by people without an account is done here too, where no one can time it.
 */
export function defineAccountsJobs(platform: Platform, passwords: Passwords): void {
  const { db, clock, jobs, mail, sessions } = platform;
  jobs.define(
    'accounts.send-activation',
    async ({ userId }) => {
      const user = await findUser(db.kysely, userId);
      if (!user || user.email === null || mayLogIn(user) || isLapsed(user, clock.now(), limits.activation.days)) return;
      const token = newToken();
      const expiresAt = activationEnds(user, limits.activation.days);
      await insertToken(db.kysely, 'activation_tokens', {
        tokenHash: hashToken(token),
        userId,
        expiresAt,
      });
      await mail.deliver(user.email, activationMail(user.username, token, expiresAt));
    },
    { maxAttempts: activationAttempts },
  );

  jobs.define('accounts.mail-code', (request) => mailCode(platform, passwords, request), { maxAttempts: codeAttempts });

  jobs.define('accounts.mail-login-link', ({ userId }) => mailLoginLink(platform, userId), {
    maxAttempts: activationAttempts,
  });

  jobs.define('accounts.mail-new-device', (device) => mailNewDevice(platform, device), {
    maxAttempts: activationAttempts,
  });

  jobs.define('accounts.mail-deletion', ({ userId, byTeam }) => mailDeletion(platform, userId, byTeam), {
    maxAttempts: activationAttempts,
  });

  jobs.define('accounts.end-away', ({ userId }) => endAway(platform, userId));

  jobs.define('accounts.mail-email-change', ({ changeId }) => mailEmailChange(platform, changeId), {
    maxAttempts: activationAttempts,
  });
  jobs.define('accounts.tell-email-change', (told) => tellEmailChange(platform, told), {
    maxAttempts: activationAttempts,
  });

  // For a command on the server that ended somebody's sessions, and can't reach the processes that hold their sockets.
  jobs.define('accounts.close-sockets', async ({ userId }) => sessions.announce({ userId }));

  jobs.define(
    'accounts.remove-expired',
    async () => {
      await removeLapsedAccounts(platform);
      await sweepAway(platform);
      await deleteExpired(db.kysely, clock.now());
      await deleteExpiredCodes(db.kysely, clock.now());
      await deleteExpiredChallenges(db.kysely, clock.now());
      await deleteDevicesUnseenSince(db.kysely, hoursAfter(clock.now(), -deviceDays * 24));
      await deleteExpiredEmailLinks(db.kysely, clock.now());
      await deleteExpiredNames(db.kysely, clock.now());
      await sweepSecurity(db.kysely, clock.now());
      await sessions.removeExpired();
      await sweepAnswers(db.kysely, clock.now());
      await sealOldSecrets(platform);
    },
    { every: '*/10 * * * *' },
  );
}
