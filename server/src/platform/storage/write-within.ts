import { open } from 'node:fs/promises';

/** The file is longer than allowed. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

export interface WriteOptions {
  maxBytes?: number | undefined;
  /** No one needs the chunks afterwards: their memory is freed as soon as they're written. */
  consume?: boolean;
}

/**
 * Writes a body to a new file, one chunk in memory at a time, so that memory stays flat whatever the size.
 * @returns the number of bytes
 * @throws {TooLongError} as soon as there are more than `maxBytes`
 */
export async function writeWithin(
  path: string,
  body: AsyncIterable<Uint8Array> | Uint8Array,
  { maxBytes = Number.POSITIVE_INFINITY, consume = false }: WriteOptions = {},
): Promise<number> {
  const handle = await open(path, 'wx', 0o600);
  try {
    let bytes = 0;
    for await (const chunk of body instanceof Uint8Array ? [body] : body) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new TooLongError(maxBytes);
      await handle.writeFile(chunk);
      if (consume) release(chunk);
    }
    return bytes;
  } finally {
    await handle.close();
  }
}

/**
 * Frees a chunk now. Left to the garbage collector, V8 lets 64 MB of such buffers pile up before it collects them. A chunk that's only
 * part of its buffer is left alone, since the rest may belong to someone else.
 */
function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
