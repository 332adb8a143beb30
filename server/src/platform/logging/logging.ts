import { type Logger, pino, stdSerializers } from 'pino';

export type Log = Logger;

/** Structured logs, one JSON object per line, on standard error, so that standard output only has startup messages. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      serializers: { err: serializeError },
      redact: {
        paths: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.token', '*.otp', '*.reset_token'],
        censor: '[redacted]',
      },
    },
    // Lines are written in batches, at most 200 ms late; pino writes the rest when the process exits.
    pino.destination({ fd: 2, sync: false, minLength: 8 * 1024, periodicFlush: 200 }),
  );
}

/**
 * What's logged of an error: its message, stack and plain values such as its code. Drivers attach their objects to errors, such as a
 * whole connection with its keys and statements, or a command with its arguments.
 */
export function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const plain = Object.entries(stdSerializers.err(error)).filter(
    ([, value]) => value === null || typeof value !== 'object',
  );
  const causes = error instanceof AggregateError ? { aggregateErrors: error.errors.map(serializeError) } : {};
  return { ...Object.fromEntries(plain), ...causes };
}
