/**
 * Opens HEIC, phones' picture format, with libheif as WebAssembly. Each picture gets a process of its own, because
 * WebAssembly's memory is only freed with the process.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { deflateSync } from 'node:zlib';
import libheif, { type Channel } from 'libheif-js/wasm-bundle.js';
import sharp from 'sharp';
import { answerQuestions } from './answer-questions.service.ts';
import type { HeicAnswer, HeicQuestion } from './heic-answers.service.ts';
import { costRefusal } from './picture-cost.service.ts';
import { pngChunk, pngHeaderBytes } from './png-chunks.service.ts';

sharp.cache(false);
sharp.concurrency(1);

answerQuestions<HeicQuestion, HeicAnswer>(async ({ source, target }) => {
  const file = await readFile(source);
  const images = new libheif.HeifDecoder().decode(file);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) return { refusal: null };
  const [width, height, hasAlpha] = [image.get_width(), image.get_height(), image.has_alpha_channel()];
  const channels = hasAlpha ? 4 : 3;
  const still = { frames: 1, depth: 1, isInterlaced: false, isTurned: false, hasSparseColor: false };
  const refusal = costRefusal({ extension: 'heic', width, height, channels, ...still });
  if (refusal !== undefined) return { refusal };
  const { heif_chroma_interleaved_RGBA: rgba, heif_chroma_interleaved_RGB: rgb } = libheif.heif_chroma;
  const { heif_colorspace_RGB: colors } = libheif.heif_colorspace;
  const { channels: [plane] = [] } = await libheif.heif_js_decode_image2(image.handle, colors, hasAlpha ? rgba : rgb);
  if (!plane) return { refusal: null };
  const raw = { width: plane.width, height: plane.height, channels } as const;
  const part = `${target}.part`;
  await sharp(rowsOf(plane, channels), { raw }).png({ compressionLevel: 1 }).toFile(part);
  await addProfile(part, target, profileOf(file));
  return { hasAlpha };
});

/** Drops the padding after each row. */
function rowsOf({ data, stride, width, height }: Channel, channels: number): Uint8Array {
  const length = width * channels;
  if (stride === length) return data;
  const rows = new Uint8Array(length * height);
  for (let row = 0; row < height; row += 1) rows.set(data.subarray(row * stride, row * stride + length), row * length);
  return rows;
}

/** The ICC profile of its colors (ISO 14496-12, `colr`): the decoder leaves them as they are, and phones use wider ones than sRGB. */
function profileOf(file: Buffer): Buffer | undefined {
  for (let at = file.indexOf('colrprof'); at >= 4; at = file.indexOf('colrprof', at + 1)) {
    const profile = file.subarray(at + 8, at - 4 + file.readUInt32BE(at - 4));
    if (profile.toString('latin1', 16, 20) === 'RGB ') return profile;
  }
  return undefined;
}

/** Writes a PNG again, with a profile after its header. */
async function addProfile(source: string, target: string, profile: Buffer | undefined): Promise<void> {
  const chunk = profile && pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(profile)]));
  await pipeline(async function* () {
    yield* createReadStream(source, { end: pngHeaderBytes - 1 });
    if (chunk) yield chunk;
    yield* createReadStream(source, { start: pngHeaderBytes });
  }, createWriteStream(target));
}
