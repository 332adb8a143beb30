import { closeSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { pngChunk, pngChunks, pngSignature } from './png-chunks.service.ts';

/**
 * Values of APNG's `dispose_op`, which says what happens to a frame's area before the next frame, and of `blend_op`,
 * which says how it's drawn.
 */
const dispose = { background: 1, previous: 2 };
const blendOver = 1;

interface Frame {
  width: number;
  height: number;
  x: number;
  y: number;
  delay: number;
  disposal: number;
  blend: number;
  data: Buffer[];
}

/** An animated PNG, which libvips would freeze. */
export interface Apng {
  width: number;
  height: number;
  /** How often it plays; 0: forever. */
  plays: number;
  frames: Frame[];
  header: Buffer;
  /** The chunks that say what the frames' pixels mean: palette, transparency and color. */
  shared: Buffer[];
}

const sharedTypes = new Set(['PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT']);

/** How many frames a PNG says it has; 1 if it isn't animated. Only headers are read. */
export function countPngFrames(path: string): number {
  const file = openSync(path, 'r');
  const head = Buffer.alloc(12);
  try {
    for (let at = pngSignature.length; readSync(file, head, 0, 12, at) === 12; at += 12 + head.readUInt32BE(0)) {
      const type = head.toString('latin1', 4, 8);
      if (type === 'acTL') return Math.max(1, head.readUInt32BE(8));
      if (type === 'IDAT') return 1;
    }
    return 1;
  } finally {
    closeSync(file);
  }
}

/** @throws when it's damaged */
export async function readApng(path: string): Promise<Apng> {
  let header: Buffer | undefined;
  let [count, plays] = [0, 0];
  const frames: Frame[] = [];
  const shared: Buffer[] = [];
  for (const { type, data } of pngChunks(await readFile(path))) {
    if (type === 'IHDR') header = data;
    else if (type === 'acTL') [count, plays] = [data.readUInt32BE(0), data.readUInt32BE(4)];
    else if (type === 'fcTL') frames.push(frameOf(data));
    // Data before the first frame's control chunk is a picture for readers that don't animate.
    else if (type === 'IDAT') frames[0]?.data.push(data);
    else if (type === 'fdAT') frames.at(-1)?.data.push(data.subarray(4));
    else if (sharedTypes.has(type)) shared.push(pngChunk(type, data));
  }
  if (!header || frames.length === 0 || frames.length > count) throw new RangeError('it has other frames than it says');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const isInside = ({ x, y, width: w, height: h, data }: Frame) => x + w <= width && y + h <= height && data.length > 0;
  if (!frames.every(isInside)) throw new RangeError('a frame is outside of the picture, or empty');
  return { width, height, plays, frames, header, shared };
}

function frameOf(data: Buffer): Frame {
  const at = (offset: number) => data.readUInt32BE(offset);
  const [count, part] = [data.readUInt16BE(20), data.readUInt16BE(22)];
  return {
    ...{ width: at(4), height: at(8), x: at(12), y: at(16) },
    delay: Math.round((1000 * count) / (part === 0 ? 100 : part)),
    ...{ disposal: data.readUInt8(24), blend: data.readUInt8(25) },
    data: [],
  };
}

/** Draws all frames in full, stacked vertically in one RGBA picture, as libvips expects animations. */
export async function drawApng(apng: Apng): Promise<Buffer> {
  const { width, height, frames } = apng;
  const canvas = Buffer.alloc(width * height * 4);
  const roll = Buffer.alloc(canvas.length * frames.length);
  for (const [index, frame] of frames.entries()) {
    const before = frame.disposal === dispose.previous && index > 0 ? Buffer.from(canvas) : undefined;
    draw(canvas, width, frame, await pixelsOf(apng, frame));
    roll.set(canvas, index * canvas.length);
    if (before) canvas.set(before);
    else if (frame.disposal === dispose.background || frame.disposal === dispose.previous) clear(canvas, width, frame);
  }
  return roll;
}

async function pixelsOf({ header, shared }: Apng, frame: Frame): Promise<Buffer> {
  const own = Buffer.from(header);
  own.writeUInt32BE(frame.width, 0);
  own.writeUInt32BE(frame.height, 4);
  const image = pngChunk('IDAT', Buffer.concat(frame.data));
  const parts = [pngSignature, pngChunk('IHDR', own), ...shared, image, pngChunk('IEND', Buffer.alloc(0))];
  return await sharp(Buffer.concat(parts), { failOn: 'error' }).toColourspace('srgb').ensureAlpha().raw().toBuffer();
}

function draw(canvas: Buffer, width: number, frame: Frame, pixels: Buffer): void {
  for (let row = 0; row < frame.height; row += 1) {
    const target = ((frame.y + row) * width + frame.x) * 4;
    const source = row * frame.width * 4;
    if (frame.blend !== blendOver) canvas.set(pixels.subarray(source, source + frame.width * 4), target);
    else for (let at = 0; at < frame.width * 4; at += 4) drawOver(canvas, target + at, pixels, source + at);
  }
}

/** Draws one pixel over another, neither of them premultiplied. */
function drawOver(canvas: Buffer, target: number, pixels: Buffer, source: number): void {
  const over = (pixels[source + 3] as number) / 255;
  const under = ((canvas[target + 3] as number) / 255) * (1 - over);
  const alpha = over + under;
  if (alpha === 0) return;
  for (let channel = 0; channel < 3; channel += 1) {
    const mixed = (pixels[source + channel] as number) * over + (canvas[target + channel] as number) * under;
    canvas[target + channel] = Math.round(mixed / alpha);
  }
  canvas[target + 3] = Math.round(alpha * 255);
}

function clear(canvas: Buffer, width: number, frame: Frame): void {
  for (let row = 0; row < frame.height; row += 1) {
    const start = ((frame.y + row) * width + frame.x) * 4;
    canvas.fill(0, start, start + frame.width * 4);
  }
}
