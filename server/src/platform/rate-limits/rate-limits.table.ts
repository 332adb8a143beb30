/** At most `points` within `seconds`, counted from the first. */
export interface Window {
  points: number;
  seconds: number;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * All of the product's limits. Per address they're generous, because a school or a company shares one; per account they're tight,
 * because one person rarely logs in twice a minute. Based on Mastodon's throttles (its rack_attack.rb).
 */
export const limitTable = {
  /** Log-ins from one network, right or wrong; for a browser that someone has logged in with, that browser's log-ins. */
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
  /** Wrong old passwords at change-password. */
  'password-change-failures': [{ points: 10, seconds: 10 * minute }],
  /** Registrations: each step is counted separately. The first one reveals whether an email address is taken. */
  'register-email': [{ points: 300, seconds: 10 * minute }],
  'register-username': [{ points: 600, seconds: 10 * minute }],
  'create-account': [{ points: 200, seconds: 10 * minute }],
  activate: [{ points: 300, seconds: 10 * minute }],
  /** Mails to one address that never confirmed it wants any. */
  'unconfirmed-mail': [{ points: 3, seconds: day }],
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
  /** Everything one person reads and writes. */
  reads: [{ points: 6_000, seconds: minute }],
  writes: [{ points: 600, seconds: minute }],
  search: [{ points: 300, seconds: minute }],
  /** What one person publishes. */
  posts: [{ points: 300, seconds: hour }],
  comments: [{ points: 600, seconds: hour }],
  messages: [{ points: 300, seconds: minute }],
  /** Sockets that one person opens, and what they ask for: mostly rooms to join. */
  'socket-connections': [{ points: 300, seconds: minute }],
  'socket-events': [{ points: 1_200, seconds: minute }],
  /** Connections without a session from one address: every existing client's page that's waiting to log in makes ten a minute. */
  'socket-strangers': [{ points: 3_000, seconds: minute }],
  communities: [{ points: 100, seconds: hour }],
  /** Questions to the assistant, which cost the host money. */
  assistant: [
    { points: 20, seconds: minute },
    { points: 300, seconds: day },
  ],
  'profile-update': [{ points: 120, seconds: hour }],
} as const satisfies Record<string, readonly Window[]>;

export type LimitName = keyof typeof limitTable;
