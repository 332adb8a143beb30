import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound, nothingHere } from '#platform/errors/errors.ts';
import type { OutboxMail } from '#platform/mail/outbox.ts';
import type { Platform } from '#platform/platform.ts';
import { isFromThisMachine } from '#platform/sessions/origins.ts';
import { requireExactPath } from './exact-path.ts';
import { framedMail, listPage, mailPage, mailPolicy, pagePolicy } from './outbox-page.ts';

const path = '/dev/mail';

/**
 * The outbox in the browser. Only for a server that others can't reach (`config.isLocal`): anyone who reads these pages can activate
 * and take over any account. Requests through a proxy or a tunnel aren't answered, nor is a web page that points its own name at this
 * machine.
 */
export function registerOutboxRoutes(app: FastifyInstance, platform: Platform): void {
  const { outbox } = platform.mail;
  if (!outbox) return;
  const hide = { schema: { hide: true } };
  const gone = () => notFound("There's no such mail. Older mail is deleted.");

  const requireLocal = (request: FastifyRequest) => {
    requireExactPath(request);
    if (!isFromThisMachine(request)) throw nothingHere();
  };
  const answer = (reply: FastifyReply, policy: string, html: string) =>
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html);
  const mailOf = async (request: FastifyRequest): Promise<OutboxMail> => {
    requireLocal(request);
    const mail = await outbox.find((request.params as { id: string }).id);
    if (!mail) throw gone();
    return mail;
  };

  app.get(path, hide, async (request, reply) => {
    requireLocal(request);
    return answer(reply, pagePolicy, listPage(await outbox.list(), path));
  });
  app.get(`${path}/:id`, hide, async (request, reply) =>
    answer(reply, pagePolicy, mailPage(await mailOf(request), path)),
  );
  app.get(`${path}/:id/html`, hide, async (request, reply) =>
    answer(reply, mailPolicy, framedMail(await mailOf(request))),
  );
}
