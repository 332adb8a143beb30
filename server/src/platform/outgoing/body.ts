import type { IncomingMessage } from 'node:http';
import { pipeline, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutgoingError } from './outgoing-error.ts';

const decoders = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Ends once more than this has passed: what's compressed may be endless although it holds nothing. */
function atMost(bytes: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      done(passed > bytes ? new OutgoingError('long') : null, chunk);
    },
  });
}

/**
 * A response's body, decompressed.
 * @throws {OutgoingError} if it's longer than `maxBytes`, compressed or not, unless it may be cut; and for an unknown compression
 */
export async function readBody(
  response: IncomingMessage,
  { maxBytes, mayCut }: { maxBytes: number; mayCut: boolean },
): Promise<Buffer> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const createDecoder = decoders.get(encoding);
  if (!createDecoder && encoding !== 'identity') throw new OutgoingError('encoding');
  if (!mayCut && Number(response.headers['content-length']) > maxBytes) throw new OutgoingError('long');
  const counted = pipeline(response, atMost(maxBytes), () => undefined);
  const source = createDecoder ? pipeline(counted, createDecoder(), () => undefined) : counted;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) throw new OutgoingError('long');
    }
  } catch (error) {
    const isLong = error instanceof OutgoingError && error.fault === 'long';
    if (!isLong || !mayCut) throw error;
  } finally {
    source.destroy();
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
