import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findUnsubscriber, unsubscribe } from '#features/notifications/unsubscribing.service.ts';
import { escapeHtml } from '#platform/html.ts';
import type { Platform } from '#platform/platform.ts';
import { page, pagePolicy } from './outbox-page.ts';

const path = '/unsubscribe';

/** Bytes of the form that mail apps send along; its content doesn't matter. */
const longestBody = 4096;

const question = (token: string) => `<h1>Stop these mails?</h1>
<p>You won't get summaries of what you missed anymore. Everything else stays as it is.</p>
<form method="post" action="${path}?token=${escapeHtml(encodeURIComponent(token))}"><button>Stop these mails</button></form>`;
const stopped = `<h1>You won't get these mails anymore</h1>
<p>If you change your mind, you can turn them on again in your <a href="/settings/notifications">settings</a>.</p>`;
const unknown = `<h1>This link doesn't work</h1>
<p>It may have been cut off. You can turn these mails off in your <a href="/settings/notifications">settings</a>.</p>`;

/**
 * Where the unsubscribe links in summaries lead: a page that asks, because mail apps open links in advance, and a POST
 * that needs neither a session nor a page, so that mail apps can offer it themselves (RFC 8058).
 */
export async function registerUnsubscribe(app: FastifyInstance, platform: Platform): Promise<void> {
  const tokenOf = ({ query }: FastifyRequest): string => String((query as { token?: unknown }).token ?? '');
  const answer = (reply: FastifyReply, status: number, body: string) =>
    reply
      .status(status)
      .header('content-security-policy', pagePolicy)
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page('Mails', body));

  await app.register(async (scope) => {
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];
    scope.addContentTypeParser(forms, { parseAs: 'string', bodyLimit: longestBody }, (_request, _body, done) =>
      done(null),
    );
    const hide = { schema: { hide: true } };
    scope.get(path, hide, async (request, reply) => {
      const token = tokenOf(request);
      const isOurs = (await findUnsubscriber(platform, token)) !== undefined;
      return answer(reply, isOurs ? 200 : 404, isOurs ? question(token) : unknown);
    });
    scope.post(path, hide, async (request, reply) => {
      const isOurs = await unsubscribe(platform, tokenOf(request));
      return answer(reply, isOurs ? 200 : 404, isOurs ? stopped : unknown);
    });
  });
}
