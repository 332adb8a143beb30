import { day, hour, type LimitTable, minute, type NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof accountsLimits> {}
}

export const accountsLimits = {
  /** Log-ins from one network, right or wrong. A browser that someone has logged in with has a count of its own. */
  'log-in': [{ points: 600, seconds: 10 * minute }],
  /** Wrong passwords for one account from one network: a person who mistypes, or a guesser, who then waits longer. */
  'log-in-failures': [
    { points: 10, seconds: 10 * minute },
    { points: 30, seconds: 3 * hour },
  ],
  /** Wrong passwords for one account from a browser that has logged in to it before; they count nowhere else. */
  'log-in-failures-device': [
    { points: 10, seconds: 10 * minute },
    { points: 30, seconds: 3 * hour },
  ],
  /** Wrong passwords for one account from everywhere else. Generous, so that a guesser can't easily lock the owner out. */
  'log-in-failures-everywhere': [
    { points: 100, seconds: hour },
    { points: 500, seconds: day },
  ],
  /** Challenges for log-ins with passkeys: each time the log-in page opens, it requests one. */
  'passkey-options': [{ points: 600, seconds: 10 * minute }],
  /** Mails to one account about log-ins from new devices. */
  'new-device-mail': [{ points: 20, seconds: day }],
  /** Wrong old passwords at change-password. */
  'password-change-failures': [{ points: 10, seconds: 10 * minute }],
  /** Wrong passwords and passkeys when confirming a session, and wrong passwords when deleting an account. */
  'confirm-failures': [{ points: 10, seconds: 10 * minute }],
  /** Registrations: each step is counted separately. The first one reveals whether an email address is taken. */
  'register-email': [{ points: 300, seconds: 10 * minute }],
  'register-username': [{ points: 600, seconds: 10 * minute }],
  'create-account': [{ points: 200, seconds: 10 * minute }],
  activate: [{ points: 300, seconds: 10 * minute }],
  /** Wrong log-in links from one network, which may be a whole class that types them from slips. */
  'login-link-failures': [
    { points: 60, seconds: 10 * minute },
    { points: 200, seconds: hour },
  ],
  /** Mails to one address that was never confirmed. */
  'unconfirmed-mail': [{ points: 3, seconds: day }],
  /** Changes of address that one person requests; each sends mail to two addresses. */
  'email-change': [{ points: 10, seconds: day }],
  /** Requests for a one-time code. */
  'code-request': [{ points: 300, seconds: 10 * minute }],
  'code-request-account': [{ points: 20, seconds: 30 * minute }],
  /** Mails with a code to one account, under whatever name it was requested: from one network, and from everywhere. */
  'code-mail': [{ points: 10, seconds: 30 * minute }],
  'code-mail-everywhere': [
    { points: 30, seconds: hour },
    { points: 60, seconds: day },
  ],
  /** Mails to one account requested by a browser that has logged in to it before; they count nowhere else. */
  'code-mail-device': [{ points: 10, seconds: 30 * minute }],
  /** Attempts at a one-time code: from one network, and for one account from one network. */
  'code-check': [{ points: 300, seconds: 10 * minute }],
  'code-check-account': [
    { points: 15, seconds: 10 * minute },
    { points: 60, seconds: day },
  ],
  /** Attempts at all of one account's codes. They bound what guessing can gain, however many codes are requested. */
  'code-tries-everywhere': [{ points: 60, seconds: day }],
  'reset-password': [{ points: 200, seconds: 10 * minute }],
  /** Links in what a new account posts and sends. */
  'newcomer-links': [{ points: 5, seconds: day }],
} as const satisfies LimitTable;
