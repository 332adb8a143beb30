import type { FastifyInstance } from 'fastify';
import { isOutage } from '#platform/database/database.ts';

/**
 * If the database goes away during a read-only request, the request is retried as soon as it's back: people see a pause instead of an
 * error.
 * @param waitForRecovery resolves to whether the database answers
 */
export function retryReads(app: FastifyInstance, waitForRecovery: () => Promise<boolean>): void {
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat();
    if (!methods.every((method) => method === 'GET' || method === 'HEAD')) return;
    const { handler } = route;
    route.handler = function handle(request, reply) {
      const answer: unknown = handler.call(this, request, reply);
      if (!(answer instanceof Promise)) return answer;
      return answer.catch(async (error: unknown) => {
        if (!isOutage(error) || reply.sent || !(await waitForRecovery())) throw error;
        return await handler.call(this, request, reply);
      });
    };
  });
}
