import { availableParallelism } from 'node:os';
import { createHelper, HelperEndedError } from './helper.ts';
import type { MediaType } from './media-types.ts';
import type { CleanPicture, PictureAnswer, PictureDetails, PictureQuestion, StillDetails } from './picture-answers.ts';
import { createSlots } from './slots.ts';

/** Why a picture cannot be taken; the text is for the person who sent it. */
export class BadPictureError extends Error {
  override readonly name = 'BadPictureError';
}

/** Works on pictures in processes of their own, which can't take more memory than they may; people take turns. */
export interface Pictures {
  /**
   * Decodes a picture completely and writes it anew: upright, in sRGB, without any metadata (place, camera, thumbnail, color
   * profile). JPEG, PNG, GIF and WebP stay what they are, animations stay animated; AVIF becomes WebP, because writing AVIF
   * takes tens of seconds.
   * @param work `person`: the id of whoever sent it
   * @throws {BadPictureError} when it would cost too much, or cannot be decoded
   * @throws {TooManyWaitingError} when too many of the person's wait already
   */
  clean(work: { source: string; target: string; type: MediaType; person: string }): Promise<CleanPicture>;
  /**
   * Makes what the feed needs of a picture that `clean` wrote.
   * @param renderings where to write which widths, in pixels; those that the picture does not exceed are left out
   */
  detail(path: string, renderings: readonly { width: number; target: string }[]): Promise<PictureDetails>;
  /**
   * Writes a small version of a picture that `clean` wrote, as WebP; animations stay animated, and what is small already keeps its size.
   * @param work `side`: pixels of its shorter side; `person`: as for `clean`
   * @throws {TooManyWaitingError} when too many of the person's wait already
   */
  shrink(work: { source: string; target: string; side: number; person: string }): Promise<void>;
  /** Makes the poster of a video, as WebP, from the first of its frames (PNG, at least one) that shows something. */
  detailStills(frames: readonly string[], poster: string): Promise<StillDetails>;
  close(): void;
}

/** Pictures of one person that may wait: the requests of theirs that are under way, each of which brings one after the other. */
const waitingPerPerson = 10;

type Answer<W extends PictureAnswer['work']> = Extract<PictureAnswer, { work: W }>;

/** Nothing runs until the first picture. */
export function createPictures(): Pictures {
  const size = Math.max(1, Math.min(2, availableParallelism()));
  const slots = createSlots({ size, waitingPerPerson });
  const helpers = Array.from({ length: size }, () =>
    createHelper<PictureQuestion, PictureAnswer>(new URL('./pictures-process.ts', import.meta.url), {
      timeoutMs: 120_000,
      idleMs: 120_000,
      background: false,
    }),
  );
  const free = [...helpers];

  const ask = async <W extends PictureQuestion['work']>(
    person: string | null,
    question: Extract<PictureQuestion, { work: W }>,
  ): Promise<Answer<W>> =>
    await slots(person, async () => {
      // There are as many as there are slots. The one that was used last, for it runs already.
      const helper = free.pop();
      if (!helper) throw new Error('there are fewer processes than slots');
      try {
        return (await helper.ask(question)) as Answer<W>;
      } finally {
        free.push(helper);
      }
    });

  return {
    async clean({ source, target, type, person }) {
      const question = { work: 'clean', source, target, extension: type.extension } as const;
      const answer = await ask(person, question).catch((error: unknown) => {
        if (!(error instanceof HelperEndedError)) throw error;
        throw new BadPictureError(
          'This picture takes more memory or time to open than there is. Make it smaller, or save it as a JPEG.',
          { cause: error },
        );
      });
      if ('refusal' in answer) throw new BadPictureError(answer.refusal);
      return answer.picture;
    },
    async detail(source, renderings) {
      return (await ask(null, { work: 'detail', source, renderings })).details;
    },
    async shrink({ source, target, side, person }) {
      await ask(person, { work: 'shrink', source, target, side });
    },
    async detailStills(frames, poster) {
      return (await ask(null, { work: 'stills', frames, poster })).details;
    },
    close() {
      for (const helper of helpers) helper.close();
    },
  };
}
