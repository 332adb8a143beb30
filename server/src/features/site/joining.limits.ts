import { hour, type LimitTable, minute, type NamesOf } from '#platform/rate-limits/limit-table.ts';

declare module '#platform/rate-limits/rate-limits.ts' {
  interface LimitMap extends NamesOf<typeof joiningLimits> {}
}

export const joiningLimits = {
  /**
   * All registrations without an invite, from everywhere. Beyond this they come faster than usual: each needs a proof of work, or is slowed
   * down. A class of 30 that registers together is still usual.
   */
  registrations: [{ points: 50, seconds: 10 * minute }],
  /** Beyond that, registrations without a proof: from one network, and from everywhere. */
  'registrations-without-proof': [{ points: 5, seconds: minute }],
  'registrations-without-proof-everywhere': [{ points: 30, seconds: minute }],
  /** Each proof can be used once, for longer than its challenge is valid. */
  proofs: [{ points: 1, seconds: 20 * minute }],
  challenges: [{ points: 300, seconds: 10 * minute }],
  /** Lists of people that one person sends to check or add, right or wrong: reading a long one takes a while. */
  'people-lists': [{ points: 120, seconds: hour }],
  /** Invites one person makes. */
  invites: [{ points: 60, seconds: hour }],
  /** Lookups of invites by their code, from one network. */
  'invite-codes': [{ points: 300, seconds: 10 * minute }],
} as const satisfies LimitTable;
