import type { HelperReply, HelperRequest } from './helper.ts';

/** The counterpart of `createHelper`, for the helper's program. It exits with the process that started it, however that ends. */
export function answerQuestions<Q, A>(answer: (question: Q) => Promise<A>): void {
  process.once('disconnect', () => process.exit());
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
