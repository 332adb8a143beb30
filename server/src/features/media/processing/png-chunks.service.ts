import { crc32 } from 'node:zlib';

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The signature and the first chunk, `IHDR`. */
export const pngHeaderBytes = 33;

/** One chunk of a PNG (PNG specification, section 5.3). */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + data.byteLength);
  chunk.writeUInt32BE(data.byteLength);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

/** The chunks of a PNG, in order; checksums aren't checked. @throws {RangeError} when one is cut off */
export function* pngChunks(file: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = pngSignature.length; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    if (at + 12 + length > file.length) throw new RangeError('a chunk is cut off');
    yield { type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}
