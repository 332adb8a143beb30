import { availableParallelism } from 'node:os';
import sharp, { type Sharp } from 'sharp';
import { type MediaType, typeOfExtension } from './media-types.ts';
import { sampleSide } from './sample-side.ts';
import { createSlots } from './slots.ts';

/**
 * Pixels of one picture: the 50 million of current phones, 150 MB once decoded. A picture of a few kilobytes can claim billions;
 * it is refused by its header, before any of it is decoded.
 */
const maxPixels = 52_000_000;
/** From here on a JPEG is written in one pass: the second one, for the last 5 % of its size, holds all of the picture in memory. */
const largePixels = 8_000_000;
/** Pixels of all frames of an animation together: 240 frames of 500 × 500, some seconds of work. */
const maxAnimatedPixels = 60_000_000;
const maxFrames = 1000;
/** The longest side of a WebP picture (RFC 9649, section 2.6); every rendering that is made here is one. */
const maxSide = 16_383;

/** How many frames of an animation are looked at. */
const animationSamples = 5;

// Nothing is read twice: a cache would only hold memory.
sharp.cache(false);

/** Why a picture cannot be taken; the text is for the person who sent it. */
export class BadPictureError extends Error {
  override readonly name = 'BadPictureError';
}

export interface CleanPicture {
  type: MediaType;
  /** Upright, in pixels. */
  width: number;
  height: number;
  bytes: number;
}

export interface Rendering {
  width: number;
  data: Buffer;
}

export interface PictureDetails {
  /** Smaller versions as WebP; none for animations, which they would stop, and for what is small already. */
  renderings: Rendering[];
  /** A `data:` address of some 200 characters. */
  placeholder: string;
  /** Squares for the classifier: one, or several frames of an animation. */
  samples: Buffer[];
}

/** Pictures of one person that may wait: the requests of theirs that are under way, each of which brings one after the other. */
const waitingPerPerson = 10;

const slots = createSlots({ size: Math.max(1, Math.min(2, availableParallelism())), waitingPerPerson });

/** Not `warning`: cameras write files that libjpeg warns of and everybody shows. A truncated file is an error. */
const reading = { failOn: 'error', limitInputPixels: maxAnimatedPixels, sequentialRead: true } as const;

/**
 * Decodes a picture completely and writes it anew: upright, in sRGB, without any metadata (place, camera, thumbnail, colour
 * profile). JPEG, PNG, GIF and WebP stay what they are, animations stay animated; AVIF becomes WebP, because writing AVIF
 * takes tens of seconds.
 * @param work `person`: the id of whoever sent it; people take turns
 * @throws {BadPictureError} when it is too large in pixels or cannot be decoded
 * @throws {TooManyWaitingError} when too many of the person's wait already
 */
export async function cleanPicture({
  source,
  target,
  type,
  person,
}: {
  source: string;
  target: string;
  type: MediaType;
  person: string;
}): Promise<CleanPicture> {
  return await slots(person, async () => {
    try {
      const { animated, pixels } = await checkHeader(source, type);
      const picture = sharp(source, { ...reading, animated });
      if (!animated) picture.autoOrient();
      const { encoded, as } = encode(picture, type, pixels);
      const { width, height, size, pageHeight } = await encoded.toFile(target);
      return { type: as, width, height: pageHeight ?? height, bytes: size };
    } catch (error) {
      if (error instanceof BadPictureError) throw error;
      throw new BadPictureError('This picture is damaged and cannot be opened. Choose another file.', { cause: error });
    }
  });
}

/** Checks what a picture claims to be. */
async function checkHeader(source: string, type: MediaType): Promise<{ animated: boolean; pixels: number }> {
  const {
    width,
    height,
    pages = 1,
    pageHeight = height,
  } = await sharp(source, {
    ...reading,
    limitInputPixels: false,
    animated: type.extension !== 'avif',
  }).metadata();
  if (width > maxSide || pageHeight > maxSide || width * pageHeight > maxPixels) {
    throw new BadPictureError(
      `This picture has ${width} × ${pageHeight} pixels. At most ${maxPixels / 1e6} million, and ${maxSide} a side, can be used: make it smaller.`,
    );
  }
  if (pages > 1 && (pages > maxFrames || width * pageHeight * pages > maxAnimatedPixels)) {
    throw new BadPictureError(
      'This animation has too many frames for its size. Make it smaller or shorter, or send it as a video.',
    );
  }
  return { animated: pages > 1, pixels: width * pageHeight };
}

function encode(picture: Sharp, type: MediaType, pixels: number): { encoded: Sharp; as: MediaType } {
  switch (type.extension) {
    case 'jpg':
      return { encoded: picture.jpeg({ quality: 85, optimiseCoding: pixels < largePixels }), as: type };
    case 'png':
      return { encoded: picture.png({ compressionLevel: 6 }), as: type };
    case 'gif':
      return { encoded: picture.gif({ effort: 3 }), as: type };
    default:
      return { encoded: picture.webp({ quality: 85, effort: 2 }), as: typeOfExtension('webp') ?? type };
  }
}

/**
 * Makes what the feed needs of a picture that `cleanPicture` wrote.
 * @param widths of the renderings, in pixels; those that the picture does not exceed are left out
 */
export async function detailPicture(path: string, widths: readonly number[]): Promise<PictureDetails> {
  return await slots(null, async () => {
    const { width, pages = 1 } = await sharp(path, reading).metadata();
    const largest = Math.min(width, Math.max(...widths));
    // The first frame, no larger than the largest rendering: everything else is made from it.
    const { data, info } = await sharp(path, { ...reading, page: 0 })
      .resize({ width: largest })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const base = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
    const renderings: Rendering[] = [];
    if (pages === 1) {
      for (const wanted of widths.filter((value) => value < width)) {
        renderings.push({
          width: wanted,
          data: await base().resize({ width: wanted }).webp({ quality: 80 }).toBuffer(),
        });
      }
    }
    const samples = pages === 1 ? [await sampleOf(base())] : await animationFrames(path, pages);
    return { renderings, placeholder: await placeholderOf(base()), samples };
  });
}

/**
 * A small version of a picture that `cleanPicture` wrote, as WebP; animations stay animated, and what is small already keeps its size.
 * @param options `side`: pixels of its shorter side; `person`: as for `cleanPicture`
 * @throws {TooManyWaitingError} when too many of the person's wait already
 */
export async function shrinkPicture(path: string, { side, person }: { side: number; person: string }): Promise<Buffer> {
  return await slots(person, async () =>
    sharp(path, { ...reading, animated: true })
      .resize(side, side, { fit: 'outside', withoutEnlargement: true })
      .webp({ quality: 75 })
      .toBuffer(),
  );
}

export interface StillDetails {
  poster: Buffer;
  placeholder: string;
}

/** Makes the poster of a video from one of its frames. */
export async function detailStill(frame: Buffer): Promise<StillDetails> {
  return await slots(null, async () => ({
    poster: await sharp(frame, reading).webp({ quality: 78 }).toBuffer(),
    placeholder: await placeholderOf(sharp(frame, reading)),
  }));
}

/** Whether a frame shows next to nothing: black, white or one flat colour. */
export async function isBlank(frame: Buffer): Promise<boolean> {
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

/** The square that the classifier looks at. Transparent parts are shown as on white. */
export async function sampleOf(picture: Sharp | Buffer): Promise<Buffer> {
  const source = Buffer.isBuffer(picture) ? sharp(picture, reading) : picture;
  return await source
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
