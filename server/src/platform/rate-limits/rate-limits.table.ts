/** At most `points` within `seconds`, counted from the first. */
export interface Window {
  points: number;
  seconds: number;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Every limit of the product. Per address they are wide, because a school or a company shares one; per account they are
 * narrow, because one person rarely logs in twice a minute. Mastodon's throttles were the start (its rack_attack.rb).
 */
export const limitTable = {
  /** Log-ins from one address, right or wrong. */
  'log-in': [{ points: 600, seconds: 10 * minute }],
  /** Wrong passwords for one account from one address: the person who mistypes, or a guesser, who then waits longer. */
  'log-in-failures': [
    { points: 10, seconds: 10 * minute },
    { points: 30, seconds: 3 * hour },
  ],
  /** Wrong passwords for one account from everywhere. Wide, so that a guesser cannot easily lock the owner out. */
  'log-in-failures-everywhere': [
    { points: 100, seconds: hour },
    { points: 500, seconds: day },
  ],
  /** Wrong old passwords at change-password. */
  'password-change-failures': [{ points: 10, seconds: 10 * minute }],
  /** Registrations: each step counts by itself. The first tells whether an e-mail is taken. */
  'register-email': [{ points: 300, seconds: 10 * minute }],
  'register-username': [{ points: 600, seconds: 10 * minute }],
  'create-account': [{ points: 200, seconds: 10 * minute }],
  activate: [{ points: 300, seconds: 10 * minute }],
  /** Activation mails to one account, beyond the first. */
  'activation-mail': [{ points: 3, seconds: hour }],
  /** Requests for a one-time code. */
  'code-request': [{ points: 300, seconds: 10 * minute }],
  'code-request-account': [{ points: 20, seconds: 30 * minute }],
  /** Mails with a code to one account, under whatever name it was asked for. */
  'code-mail': [{ points: 10, seconds: 30 * minute }],
  /** Tries of a one-time code. Per account they bound what guessing can win whatever number of codes is requested. */
  'code-check': [{ points: 300, seconds: 10 * minute }],
  'code-check-account': [
    { points: 15, seconds: 10 * minute },
    { points: 60, seconds: day },
  ],
  'reset-password': [{ points: 200, seconds: 10 * minute }],
  /** What one person reads and writes in all. */
  reads: [{ points: 6_000, seconds: minute }],
  writes: [{ points: 600, seconds: minute }],
  search: [{ points: 300, seconds: minute }],
  /** What one person publishes. */
  posts: [{ points: 300, seconds: hour }],
  comments: [{ points: 600, seconds: hour }],
  messages: [{ points: 300, seconds: minute }],
  /** Sockets that one person opens, and what they ask for: rooms to join, mostly. */
  'socket-connections': [{ points: 300, seconds: minute }],
  'socket-events': [{ points: 1_200, seconds: minute }],
  communities: [{ points: 100, seconds: hour }],
  /** Questions to the assistant, which cost whoever runs the server. */
  assistant: [
    { points: 20, seconds: minute },
    { points: 300, seconds: day },
  ],
  'profile-update': [{ points: 120, seconds: hour }],
} as const satisfies Record<string, readonly Window[]>;

export type LimitName = keyof typeof limitTable;
