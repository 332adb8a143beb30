import { endWithParent } from './end-with-parent.service.ts';
import type { HelperReply, HelperRequest } from './helper.service.ts';

/** The counterpart of `createHelper`, used in the helper's program. */
export function answerQuestions<Q, A>(answer: (question: Q) => Promise<A>): void {
  endWithParent();
  process.on('message', async ({ id, question }: HelperRequest<Q>) => {
    let reply: HelperReply<A>;
    try {
      reply = { id, answer: await answer(question) };
    } catch (error) {
      reply = { id, failure: error instanceof Error ? error.message : String(error) };
    }
    process.send?.(reply);
  });
}
