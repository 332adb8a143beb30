import { fileTypeFromBuffer } from 'file-type';
import { acceptedType, type MediaType } from './media-types.rules.ts';

/** As many bytes as file-type's own sample, which covers every signature it knows. */
const sampleBytes = 4100;

/** A stream whose beginning was read, and the same stream from its beginning. */
export interface Sniffed {
  /** Undefined: not an accepted picture, video or sound, whatever it claims to be. */
  type: MediaType | undefined;
  empty: boolean;
  /** Read it to its end, or leave it by `return`. */
  body: AsyncIterable<Uint8Array>;
}

/** Detects what a file is from its content alone; its name and the type that the sender gave are ignored. */
export async function sniff(stream: AsyncIterable<Uint8Array>): Promise<Sniffed> {
  const iterator = stream[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let ended = false;
  while (length < sampleBytes && !ended) {
    const next = await iterator.next();
    if (next.done) ended = true;
    else {
      chunks.push(next.value);
      length += next.value.byteLength;
    }
  }
  const found = await fileTypeFromBuffer(Buffer.concat(chunks).subarray(0, sampleBytes));
  return {
    type: found && acceptedType(found.mime),
    empty: length === 0,
    body: replay(chunks, iterator, ended),
  };
}

async function* replay(chunks: Uint8Array[], iterator: AsyncIterator<Uint8Array>, ended: boolean) {
  try {
    for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) yield chunk;
    if (ended) return;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
