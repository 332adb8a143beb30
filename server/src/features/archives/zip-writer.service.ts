import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A ZIP that's written while it's read: only its table of contents stays in memory. */
export interface ZipWriter {
  output: Readable;
  /** Adds a file once the previous ones have been read. `packed`: compression makes it smaller. */
  add(name: string, body: Readable, options: { packed: boolean }): Promise<void>;
  end(): void;
  /** Aborts the output. */
  fail(error: Error): void;
}

/** Opens a ZIP. Its output must be read, or `add` waits forever. */
export function openZipWriter(mtime: Date): ZipWriter {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | undefined;
  const fail = (error: Error) => void output.destroy(error);
  zip.on('error', fail);
  // The output is no longer read, so a pending `add` would wait forever.
  output.once('close', () => current?.destroy());
  return {
    output,
    async add(name, body, { packed }) {
      if (output.destroyed) {
        body.destroy();
        throw output.errored ?? new Error('the archive was broken off');
      }
      current = body;
      zip.addReadStreamLazy(name, { compress: packed, mtime, mode: 0o100644 }, lendOnce(body));
      await finished(body);
    },
    end: () => zip.end(),
    fail,
  };
}

/** Hands out a stream once and then drops it: the ZIP keeps a reference to this function until it ends. */
function lendOnce(body: Readable) {
  let lent: Readable | undefined = body;
  return (give: (error: unknown, stream: Readable) => void) => {
    const stream = lent as Readable;
    lent = undefined;
    give(null, stream);
  };
}

/** A stream of pieces of text. */
export const textStream = (pieces: Iterable<string> | AsyncIterable<string>): Readable =>
  Readable.from(pieces, { objectMode: false });
