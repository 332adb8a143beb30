import { write, writeSync } from 'node:fs';
import { type Logger, pino, stdSerializers } from 'pino';

export type Log = Logger;

/** Structured logs, one JSON line each, to standard error, so that standard output has only what the start prints. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      serializers: { err: tellError },
      redact: {
        paths: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.token', '*.otp', '*.reset_token'],
        censor: '[redacted]',
      },
    },
    gatheredLines(2),
  );
}

/**
 * What is said of an error: its message, stack and plain values such as its code. Drivers hang their objects on errors, a whole
 * connection with its keys and statements for one, or a command with its arguments.
 */
export function tellError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const plain = Object.entries(stdSerializers.err(error)).filter(
    ([, value]) => value === null || typeof value !== 'object',
  );
  const causes = error instanceof AggregateError ? { aggregateErrors: error.errors.map(tellError) } : {};
  return { ...Object.fromEntries(plain), ...causes };
}

/** Milliseconds. */
const longestWait = 200;
/** Characters. */
const enough = 32 * 1024;

/**
 * Gathers lines and writes many at once, late by `longestWait` at most; what is left is written when the process ends.
 * A line costs a fifth of what it costs with pino's own destination, which joins them one by one.
 */
function gatheredLines(fd: number): { write(line: string): void } {
  let waiting: string[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  let isWriting = false;

  const take = () => {
    const text = waiting.join('');
    waiting = [];
    length = 0;
    return text;
  };
  const schedule = () => {
    timer ??= setTimeout(flush, longestWait).unref();
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (isWriting || waiting.length === 0) return;
    isWriting = true;
    writeAll(fd, Buffer.from(take()), () => {
      isWriting = false;
      if (length >= enough) flush();
      else if (length > 0) schedule();
    });
  };
  process.on('exit', () => {
    try {
      writeSync(fd, take());
    } catch {
      // Nobody reads any more.
    }
  });

  return {
    write(line) {
      waiting.push(line);
      length += line.length;
      if (length >= enough) flush();
      else schedule();
    },
  };
}

/** Lines that cannot be written are lost: there is no place to say so. */
function writeAll(fd: number, bytes: Buffer, done: () => void): void {
  write(fd, bytes, (error, written) => {
    if (error?.code === 'EAGAIN') setTimeout(writeAll, 20, fd, bytes, done);
    else if (!error && written < bytes.length) writeAll(fd, bytes.subarray(written), done);
    else done();
  });
}
