import * as calls from '@hubbub/contract/features/messages/messages.endpoints.ts';
import { type Http, route, statementRoute } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import type { ChangeableRooms } from './announce.service.ts';
import { deleteMessage, editMessage, messagesAround } from './changes.service.ts';
import { openReactions } from './reactions.service.ts';

const writes = { limits: [perPerson('writes')] };

/** The calls about single messages, whichever kind of room they're in. */
export function registerMessagesRoutes(http: Http, kinds: readonly ChangeableRooms[]): void {
  const { platform } = http;
  const reactions = openReactions(platform, kinds);

  route(http, calls.editMessage, writes, async ({ session, params, body }) => ({
    message: await editMessage(platform, kinds, session, { id: params.message_id, content: body.content }),
  }));

  route(http, calls.deleteMessage, writes, async ({ session, params }) => {
    await deleteMessage(platform, kinds, session, params.message_id);
    return {};
  });

  statementRoute(http, calls.addMessageReaction, writes, ({ tokenHash, params: { message_id: id, emoji } }) =>
    reactions.react(tokenHash, { id, emoji, added: true }),
  );

  statementRoute(http, calls.removeMessageReaction, writes, ({ tokenHash, params: { message_id: id, emoji } }) =>
    reactions.react(tokenHash, { id, emoji, added: false }),
  );

  route(http, calls.messagesAround, { limits: [perPerson('reads')] }, ({ session, params, query }) =>
    messagesAround(platform, kinds, session, { id: params.message_id, size: query.size }),
  );
}
