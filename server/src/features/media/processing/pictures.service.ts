import { availableParallelism } from 'node:os';
import type { HeicAnswer, HeicQuestion } from './heic-answers.service.ts';
import { createHelper, type Helper, HelperEndedError } from './helper.service.ts';
import type { CleanPicture, PictureDetails, Refusal, StillDetails } from './picture-answers.service.ts';
import { maxWorkBytes } from './picture-cost.service.ts';
import type { PictureQuestion, PictureWork } from './pictures-process.service.ts';
import { createSlots } from './slots.service.ts';

/** Why a picture can't be accepted; the text is for the person who sent it. */
export class BadPictureError extends Error {
  override readonly name: string = 'BadPictureError';
  /** Nothing is wrong with the picture itself: it's too large to be opened. */
  readonly isTooLarge: boolean;

  constructor(text: string, isTooLarge = false) {
    super(text);
    this.isTooLarge = isTooLarge;
  }
}

/** It's of an accepted type, but can't be decoded at all. */
export class UnreadablePictureError extends BadPictureError {
  override readonly name = 'UnreadablePictureError';
}

interface CleaningWork {
  source: string;
  target: string;
  extension: string;
  isFile?: boolean;
  person: string;
}

/** Processes pictures in separate, memory-limited processes, in turns between people. */
export interface Pictures {
  /**
   * Decodes a picture completely and re-encodes it: upright, in sRGB, without any metadata (location, camera, thumbnail, color
   * profile). JPEG, PNG, GIF and WebP keep their format, and animations stay animated; AVIF and animated PNGs become WebP, because writing
   * AVIF takes tens of seconds, and HEIC becomes JPEG, or WebP if parts are transparent.
   * A JPEG or WebP that's too large for that is made smaller while it's decoded.
   * @param work `extension`: its format, as a file's ending; `isFile`: it's sent as a file, not shown in a feed; `person`:
   * the sender's id
   * @throws {BadPictureError} when it'd cost too much, or can't be decoded; {UnreadablePictureError} for a HEIC that can't be
   * @throws {TooManyWaitingError} when too many of the person's pictures are already waiting
   */
  clean(work: CleaningWork): Promise<CleanPicture>;
  /**
   * Makes the renderings for the feed from a picture that `clean` wrote.
   * @param renderings the widths in pixels, and where to write them; those at least as wide as the picture are left out
   */
  detail(path: string, renderings: readonly { width: number; target: string }[]): Promise<PictureDetails>;
  /**
   * Writes a small version of a picture that `clean` wrote, as WebP; animations stay animated, and small pictures keep
   * their size.
   * @param work `side`: pixels of its shorter side; `person`: as for `clean`
   * @throws {TooManyWaitingError} when too many of the person's pictures are already waiting
   */
  shrink(work: { source: string; target: string; side: number; person: string }): Promise<void>;
  /**
   * Writes the whole picture that `clean` wrote as a square PNG on a transparent background; `isMaskable`: smaller, on
   * white, so that nothing of it is lost when the edges are cut off. Only the first frame of an animation.
   * @throws {TooManyWaitingError} when too many of the person's pictures are already waiting
   */
  drawIcon(work: { source: string; target: string; side: number; isMaskable: boolean; person: string }): Promise<void>;
  /** Makes a video's poster, as WebP, from the first of its frames (PNG, at least one) that isn't blank. */
  detailStills(frames: readonly string[], poster: string): Promise<StillDetails>;
  close(): void;
}

/** The error for a picture whose process ended. */
function refusalOf(error: unknown): Refusal {
  if (!(error instanceof HelperEndedError)) throw error;
  return {
    refusal: `Opening this picture takes more than the ${maxWorkBytes / 1e6} MB of memory or the ${timeoutMs / 60_000} minutes that it may take. Make it smaller, or save it as a JPEG.`,
    because: 'memory',
  };
}

/** The time limit for one picture. */
const timeoutMs = 120_000;

/**
 * How many of one person's pictures may wait: one for each of their pending requests, each of which sends its pictures
 * one after another.
 */
const waitingPerPerson = 10;

type Work = keyof PictureWork;
type PictureHelper = Helper<PictureQuestion, unknown>;

/** Writes a HEIC as a PNG. @throws {BadPictureError} */
async function openHeic(question: HeicQuestion): Promise<{ hasAlpha: boolean }> {
  const helper = createHelper<HeicQuestion, HeicAnswer>(new URL('./heic-process.service.ts', import.meta.url), {
    timeoutMs: 60_000,
    background: false,
  });
  try {
    const answer = await helper.ask(question).catch((error: unknown) => {
      if (error instanceof HelperEndedError) throw new BadPictureError(refusalOf(error).refusal, true);
      return { refusal: null };
    });
    if ('hasAlpha' in answer) return answer;
    if (answer.refusal !== null) throw new BadPictureError(answer.refusal, true);
    throw new UnreadablePictureError("This HEIC picture can't be opened here. Save it as a JPEG, then try again.");
  } finally {
    helper.close();
  }
}

/** No process starts before the first picture. */
export function createPictures(): Pictures {
  const size = Math.max(1, Math.min(2, availableParallelism()));
  const slots = createSlots({ size, waitingPerPerson });
  const helpers = Array.from({ length: size }, () =>
    createHelper<PictureQuestion, unknown>(new URL('./pictures-process.service.ts', import.meta.url), {
      timeoutMs,
      background: false,
    }),
  );
  const free = [...helpers];

  const withHelper = async <T>(person: string | null, use: (helper: PictureHelper) => Promise<T>): Promise<T> =>
    await slots(person, async () => {
      // There are as many processes as slots. The most recently used one is picked, since it's already running.
      const helper = free.pop();
      if (!helper) throw new Error('there are fewer processes than slots');
      try {
        return await use(helper);
      } finally {
        free.push(helper);
      }
    });

  const ask = async <W extends Work>(
    person: string | null,
    work: W,
    ...given: Parameters<PictureWork[W]>
  ): Promise<Awaited<ReturnType<PictureWork[W]>>> =>
    await withHelper(
      person,
      async (helper) => (await helper.ask({ work, given } as PictureQuestion)) as Awaited<ReturnType<PictureWork[W]>>,
    );

  const cleanOne = async (person: string, ...given: Parameters<PictureWork['clean']>) => {
    const answer = await withHelper(person, async (helper) => {
      const tryIt = async () =>
        (await helper.ask({ work: 'clean', given }).catch(refusalOf)) as Awaited<ReturnType<PictureWork['clean']>>;
      const first = await tryIt();
      if (!('refusal' in first) || first.because === 'cost') return first;
      // Its earlier work may have left the process too little memory: it's tried again in a new one.
      helper.close();
      return await tryIt();
    });
    if ('refusal' in answer) throw new BadPictureError(answer.refusal, answer.because !== 'damage');
    return answer;
  };

  return {
    async clean({ source, target, extension, isFile = false, person }) {
      if (extension !== 'heic') return await cleanOne(person, source, target, extension, isFile);
      const opened = `${target}.png`;
      const { hasAlpha } = await slots(person, () => openHeic({ source, target: opened }));
      return await cleanOne(person, opened, target, hasAlpha ? 'webp' : 'jpg', isFile);
    },
    detail: (source, renderings) => ask(null, 'detail', source, renderings),
    shrink: ({ source, target, side, person }) => ask(person, 'shrink', source, target, side),
    drawIcon: ({ source, target, person, ...icon }) => ask(person, 'drawIcon', source, target, icon),
    detailStills: (frames, poster) => ask(null, 'detailStills', frames, poster),
    close() {
      for (const helper of helpers) helper.close();
    },
  };
}
