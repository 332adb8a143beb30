import { open } from 'node:fs/promises';

/** The file is longer than it may be. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/**
 * Writes a body to a new file, one chunk in memory at a time, so that memory stays flat whatever the size.
 * @returns how many bytes there were
 * @throws {TooLongError} as soon as there are more than `maxBytes`
 */
export async function writeWithin(
  path: string,
  body: AsyncIterable<Uint8Array> | Uint8Array,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<number> {
  const handle = await open(path, 'wx', 0o600);
  try {
    let bytes = 0;
    for await (const chunk of body instanceof Uint8Array ? [body] : body) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new TooLongError(maxBytes);
      await handle.writeFile(chunk);
    }
    return bytes;
  } finally {
    await handle.close();
  }
}
