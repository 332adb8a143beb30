import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

export type Log = Logger;

let standardError: DestinationStream | undefined;

/**
 * Lines are written in batches, at most 200 ms late; pino writes the rest when the process exits. All of a process's logs share it, so
 * that their lines stay in order, and because its timer never stops.
 */
function openStandardError(): DestinationStream {
  standardError ??= pino.destination({ fd: 2, sync: false, minLength: 8 * 1024, periodicFlush: 200 });
  return standardError;
}

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
    openStandardError(),
  );
}

/**
 * The logged parts of an error: its message, stack and plain values such as its code. Drivers attach their objects to errors, such as a
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
