import { fileTypeFromBuffer } from 'file-type';
import { acceptedType, type MediaType, nameDocumentType } from './media-types.rules.ts';

/** As many bytes as file-type's own sample, which covers every signature it knows. */
const sampleBytes = 4100;

/** A stream whose beginning was read, and the same stream from its beginning. */
export interface Sniffed {
  /** Undefined: it isn't an accepted picture, video or sound, whatever it claims to be. */
  type: MediaType | undefined;
  /** Its type if it's treated as a document. */
  documentName: string;
  empty: boolean;
  /** Read it to its end, or call `return`. */
  body: AsyncIterable<Uint8Array>;
}

/** Detects a file's type from its content alone; its name and the type that the sender gave are ignored. */
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
  const sample = Buffer.concat(chunks).subarray(0, sampleBytes);
  const found = await fileTypeFromBuffer(sample);
  return {
    type: found && acceptedType(found.mime),
    documentName: nameDocumentType(found?.mime, isText(sample)),
    empty: length === 0,
    body: replay(chunks, iterator, ended),
  };
}

/** The control characters that occur in texts: tabs, line breaks and escapes. */
const controls = new Set([9, 10, 11, 12, 13, 27]);

function isText(sample: Uint8Array): boolean {
  if (sample.some((byte) => byte < 32 && !controls.has(byte))) return false;
  try {
    // The last character may be cut off.
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return false;
  }
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
