import { answerQuestions } from './answer-questions.ts';
import type { PictureAnswer, PictureQuestion } from './picture-answers.ts';
import { cleanPicture, detailPicture, detailStills, RefusedPictureError, shrinkPicture } from './picture-work.ts';

answerQuestions<PictureQuestion, PictureAnswer>(async (question) => {
  switch (question.work) {
    case 'clean':
      try {
        const { source, target, extension } = question;
        return { work: 'clean', picture: await cleanPicture(source, target, extension) };
      } catch (error) {
        if (error instanceof RefusedPictureError) return { work: 'clean', refusal: error.message };
        throw error;
      }
    case 'detail':
      return { work: 'detail', details: await detailPicture(question.source, question.renderings) };
    case 'shrink':
      await shrinkPicture(question.source, question.target, question.side);
      return { work: 'shrink' };
    case 'stills':
      return { work: 'stills', details: await detailStills(question.frames, question.poster) };
  }
});
