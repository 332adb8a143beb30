import { type LimitTable, minute } from './limit-table.ts';

/** The limits that calls of several features share, and the sockets'. */
export const commonLimits = {
  /** Everything one person reads and writes. */
  reads: [{ points: 6_000, seconds: minute }],
  writes: [{ points: 600, seconds: minute }],
  search: [{ points: 300, seconds: minute }],
  /** Sockets that one person opens, and what they ask for: mostly rooms to join. */
  'socket-connections': [{ points: 300, seconds: minute }],
  'socket-events': [{ points: 1_200, seconds: minute }],
  /** Connections without a session from one address: every existing client's page that's waiting to log in makes ten a minute. */
  'socket-strangers': [{ points: 3_000, seconds: minute }],
} as const satisfies LimitTable;
