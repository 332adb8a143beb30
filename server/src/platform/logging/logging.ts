import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Structured logs, one JSON line each, to standard error, so that standard output has only what the start prints. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      redact: {
        paths: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.token', '*.otp', '*.reset_token'],
        censor: '[redacted]',
      },
    },
    pino.destination({ dest: 2, sync: false }),
  );
}
