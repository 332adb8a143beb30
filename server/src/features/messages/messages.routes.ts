import * as calls from '@hubbub/contract/features/messages/messages.endpoints.ts';
import { type Http, route } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { deleteMessage, editMessage, messagesAround } from './changes.service.ts';
import { openReactions } from './reactions.service.ts';
import type { ReportableRooms } from './rooms.queries.ts';

const writes = { limits: [perPerson('writes')] };

/** The calls about single messages, whichever kind of room they're in. */
export function registerMessagesRoutes(http: Http, kinds: readonly ReportableRooms[]): void {
  const { platform } = http;
  const reactions = openReactions(platform, kinds);

  route(http, calls.editMessage, writes, async ({ session, params, body }) => ({
    message: await editMessage(platform, kinds, session, { id: params.message_id, content: body.content }),
  }));

  route(http, calls.deleteMessage, writes, async ({ session, params }) => {
    await deleteMessage(platform, kinds, session, params.message_id);
    return {};
  });

  route(http, calls.addMessageReaction, writes, ({ session, params: { message_id: id, emoji } }) =>
    reactions.react(session, { id, emoji, added: true }),
  );

  route(http, calls.removeMessageReaction, writes, ({ session, params: { message_id: id, emoji } }) =>
    reactions.react(session, { id, emoji, added: false }),
  );

  route(http, calls.messagesAround, { limits: [perPerson('reads')] }, ({ session, params, query }) =>
    messagesAround(platform, kinds, session, { id: params.message_id, size: query.size }),
  );
}
