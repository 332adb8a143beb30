import { answerQuestions } from './answer-questions.service.ts';
import { pictureWork } from './picture-work.service.ts';

/** Pictures are passed as files: decoded data is large, and the calling process also serves people. */
export type PictureQuestion = {
  [W in keyof PictureWork]: { work: W; given: Parameters<PictureWork[W]> };
}[keyof PictureWork];
export type PictureWork = typeof pictureWork;

answerQuestions<PictureQuestion, unknown>(async ({ work, given }) => {
  const run: (...values: never[]) => Promise<unknown> = pictureWork[work];
  return await run(...(given as unknown as never[]));
});
