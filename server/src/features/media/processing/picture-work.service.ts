import sharp, { type Metadata, type Sharp } from 'sharp';
import { countPngFrames, drawApng, readApng } from './apng.service.ts';
import type { CleanPicture, PictureDetails, Refusal, StillDetails } from './picture-answers.service.ts';
import { costRefusal, maxDecodedPixels, maxWorkBytes, type Shrinking, shrinkingFor } from './picture-cost.service.ts';
import { sampleSide } from './sample-side.service.ts';

/** Above this size a JPEG is written in one pass: the second one saves 5 %, but holds the whole picture in memory. */
const largePixels = 8_000_000;

/** How many of an animation's frames are checked. */
const animationSamples = 5;

// Nothing is read twice, so a cache would only use up memory. So would more threads: there are already enough
// processes.
sharp.cache(false);
sharp.concurrency(1);

/** Why a picture can't be accepted; the text is for the person who sent it. */
class RefusedPictureError extends Error {}

/** Not `warning`: cameras write files that libjpeg warns about and everyone displays. A truncated file is an error. */
const reading = { failOn: 'error', limitInputPixels: maxDecodedPixels, sequentialRead: true } as const;

/** libvips and its decoders report a lack of memory in different words; a thread's stack is memory, too. */
const isMemoryFault = (error: unknown) => error instanceof Error && /memory|alloc|creating thread/i.test(error.message);

const takesTooMuch = `Opening this picture takes more than the ${maxWorkBytes / 1e6} MB of memory that it may take. Make it smaller, or save it as a JPEG.`;

/**
 * @param isFile it's sent as a file, not shown in a feed
 * @returns the refusal when it costs too much or can't be decoded
 */
async function clean(
  source: string,
  target: string,
  extension: string,
  isFile: boolean,
): Promise<CleanPicture | Refusal> {
  try {
    if (extension === 'png' && countPngFrames(source) > 1) return await cleanApng(source, target);
    const { animated, pixels, smallerWidth } = await checkHeader(source, extension, isFile);
    const picture = sharp(source, { ...reading, animated });
    if (!animated) picture.autoOrient();
    if (smallerWidth !== undefined) picture.resize({ width: smallerWidth });
    const { encoded, as } = encode(picture, extension, pixels);
    const { width, height, size, pageHeight } = await encoded.toFile(target);
    return { extension: as, width, height: pageHeight ?? height, bytes: size };
  } catch (error) {
    if (error instanceof RefusedPictureError) return { refusal: error.message, because: 'cost' };
    if (isMemoryFault(error)) return { refusal: takesTooMuch, because: 'memory' };
    return { refusal: "This picture is damaged and can't be opened. Choose another file.", because: 'damage' };
  }
}

/** An animated PNG becomes a WebP without loss, because libvips only reads its first frame. */
async function cleanApng(source: string, target: string): Promise<CleanPicture> {
  const { width, height } = await sharp(source, { ...reading, limitInputPixels: false }).metadata();
  const still = { channels: 4, depth: 1, isInterlaced: false, isTurned: false, hasSparseColor: false };
  const refusal = costRefusal({ extension: 'apng', width, height, frames: countPngFrames(source), ...still });
  if (refusal !== undefined) throw new RefusedPictureError(refusal);
  const apng = await readApng(source);
  const { frames, plays: loop } = apng;
  const raw = { width, height: height * frames.length, channels: 4, pageHeight: height } as const;
  const { size } = await sharp(await drawApng(apng), { raw, limitInputPixels: false })
    .webp({ lossless: true, effort: 2, loop, delay: frames.map(({ delay }) => delay) })
    .toFile(target);
  return { extension: 'webp', width, height, bytes: size };
}

interface Plan {
  animated: boolean;
  /** Pixels of one stored frame. */
  pixels: number;
  /** The width it's made smaller to, if it is. */
  smallerWidth: number | undefined;
}

/** Checks a picture's header. */
async function checkHeader(source: string, extension: string, isFile: boolean): Promise<Plan> {
  const metadata = await sharp(source, {
    ...reading,
    limitInputPixels: false,
    animated: extension !== 'avif',
  }).metadata();
  const { width, pages = 1, pageHeight: height = metadata.height } = metadata;
  const orientation = metadata.orientation ?? 1;
  const header = {
    extension,
    width,
    height,
    frames: pages,
    channels: metadata.channels,
    depth: depthOf(metadata),
    isInterlaced: metadata.isProgressive,
    isTurned: orientation > 1,
    hasSparseColor: ['4:2:0', '4:2:0:4'].includes(metadata.chromaSubsampling ?? ''),
  };
  const refusal = costRefusal(header);
  if (refusal !== undefined) throw new RefusedPictureError(refusal);
  const shrinking: Shrinking = shrinkingFor(header, isFile) ?? 1;
  // Orientations from 5 on turn it by 90 degrees.
  const shownWidth = orientation < 5 ? width : height;
  return {
    animated: pages > 1,
    pixels: (width * height) / shrinking ** 2,
    smallerWidth: shrinking === 1 ? undefined : Math.floor(shownWidth / shrinking),
  };
}

/** Bytes per channel. */
function depthOf({ depth, bitsPerSample = 8 }: Metadata): number {
  if (depth === 'uchar' || depth === 'char') return bitsPerSample > 8 ? 2 : 1;
  return depth === 'ushort' || depth === 'short' ? 2 : 8;
}

function encode(picture: Sharp, extension: string, pixels: number): { encoded: Sharp; as: string } {
  switch (extension) {
    case 'jpg':
      return { encoded: picture.jpeg({ quality: 85, optimiseCoding: pixels < largePixels }), as: extension };
    case 'png':
      return { encoded: picture.png({ compressionLevel: 6 }), as: extension };
    case 'gif':
      return { encoded: picture.gif({ effort: 3 }), as: extension };
    default:
      return { encoded: picture.webp({ quality: 85, effort: 2 }), as: 'webp' };
  }
}

/** @param renderings the widths, and where to write them; those at least as wide as the picture are left out */
async function detail(path: string, renderings: readonly { width: number; target: string }[]): Promise<PictureDetails> {
  const { width, pages = 1 } = await sharp(path, reading).metadata();
  const largest = Math.min(width, Math.max(...renderings.map((rendering) => rendering.width)));
  // The first frame, no larger than the largest rendering: everything else is made from it.
  const { data, info } = await sharp(path, { ...reading, page: 0 })
    .resize({ width: largest })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const base = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const written: number[] = [];
  for (const { width: wanted, target } of pages === 1 ? renderings : []) {
    if (wanted >= width) continue;
    await base().resize({ width: wanted }).webp({ quality: 80 }).toFile(target);
    written.push(wanted);
  }
  const samples = pages === 1 ? [await sampleOf(base())] : await animationFrames(path, pages);
  return { written, placeholder: await placeholderOf(base()), samples };
}

/** @param side pixels of its shorter side */
async function shrink(path: string, target: string, side: number): Promise<void> {
  await sharp(path, { ...reading, animated: true })
    .resize(side, side, { fit: 'outside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .toFile(target);
}

/** The part of a maskable icon's side that every system just about shows. */
const shownOfMaskable = 0.7;

async function drawIcon(
  path: string,
  target: string,
  { side, isMaskable }: { side: number; isMaskable: boolean },
): Promise<void> {
  const background = isMaskable ? '#ffffff' : { r: 0, g: 0, b: 0, alpha: 0 };
  const inner = isMaskable ? Math.round(side * shownOfMaskable) : side;
  const edge = Math.floor((side - inner) / 2);
  const picture = sharp(path, { ...reading, page: 0 })
    .resize(inner, inner, { fit: 'contain', background })
    .extend({ top: edge, left: edge, bottom: side - inner - edge, right: side - inner - edge, background });
  await (isMaskable ? picture.flatten({ background }) : picture).png().toFile(target);
}

/** The poster is the first frame that isn't blank, or just the first. */
async function detailStills(frames: readonly string[], poster: string): Promise<StillDetails> {
  let shown = frames[0];
  for (const frame of frames) {
    if (await isBlank(frame)) continue;
    shown = frame;
    break;
  }
  await sharp(shown, reading).webp({ quality: 78 }).toFile(poster);
  const samples: Buffer[] = [];
  for (const frame of frames) samples.push(await sampleOf(sharp(frame, reading)));
  return { placeholder: await placeholderOf(sharp(shown, reading)), samples };
}

/** Whether a frame is blank: black, white or one flat color. */
async function isBlank(frame: string): Promise<boolean> {
  const { channels } = await sharp(frame, reading).stats();
  return channels.every(({ stdev }) => stdev < 6);
}

async function animationFrames(path: string, pages: number): Promise<Buffer[]> {
  const count = Math.min(pages, animationSamples);
  const samples: Buffer[] = [];
  for (let index = 0; index < count; index += 1) {
    const page = Math.floor((index * pages) / count);
    samples.push(await sampleOf(sharp(path, { ...reading, page })));
  }
  return samples;
}

/** The square for the classifier. Transparent parts are shown on white. */
async function sampleOf(picture: Sharp): Promise<Buffer> {
  return await picture
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(sampleSide, sampleSide, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
}

async function placeholderOf(picture: Sharp): Promise<string> {
  const tiny = await picture.resize(16, 16, { fit: 'inside' }).webp({ quality: 40, alphaQuality: 40 }).toBuffer();
  return `data:image/webp;base64,${tiny.toString('base64')}`;
}

/** The functions of the pictures' process, by name. */
export const pictureWork = { clean, detail, shrink, drawIcon, detailStills };
