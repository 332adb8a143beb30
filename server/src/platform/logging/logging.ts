import { type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * Structured logs, one JSON line each, to standard error, so that standard output has only what the start prints. Lines are
 * written a few at a time, half a second late at most; what is left is written when the process ends.
 */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      redact: {
        paths: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.token', '*.otp', '*.reset_token'],
        censor: '[redacted]',
      },
    },
    pino.destination({ dest: 2, sync: false, minLength: 32_768, maxWrite: 65_536, periodicFlush: 500 }),
  );
}
