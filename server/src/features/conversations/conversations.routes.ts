import * as calls from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { type Http, hotFormRoute, hotRoute, route, statementRoute } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import {
  type Chats,
  deleteConversation,
  getConversation,
  listConversations,
  markConversationRead,
  openConversation,
} from './conversations.service.ts';
import { acceptConversation } from './requests.service.ts';

const reads = { limits: [perPerson('reads')] };
const writes = { limits: [perPerson('writes')] };

/** The calls for conversations and their messages. */
export function registerConversationsRoutes(http: Http, chats: Chats): void {
  const { platform } = http;

  statementRoute(http, calls.listConversations, reads, ({ query, tokenHash }) =>
    listConversations(platform, tokenHash, query),
  );

  statementRoute(http, calls.openConversation, writes, ({ body, tokenHash }) =>
    openConversation(platform, tokenHash, body.username),
  );

  statementRoute(http, calls.readConversation, reads, ({ params, tokenHash }) =>
    getConversation(platform, tokenHash, params.conversation_id),
  );

  statementRoute(http, calls.markConversationRead, reads, ({ params, body, tokenHash }) =>
    markConversationRead(platform, tokenHash, { id: params.conversation_id, messageId: body.message_id }),
  );

  route(http, calls.acceptConversation, writes, async ({ params, session }) => {
    await acceptConversation(platform, session, params.conversation_id);
    return {};
  });

  route(http, calls.deleteConversation, writes, async ({ params, session }) => {
    await deleteConversation(platform, session, params.conversation_id);
    return {};
  });

  hotRoute(http, calls.listMessages, reads, ({ params, query, tokenHash }) =>
    chats.read(tokenHash, params.conversation_id, query),
  );

  hotFormRoute(http, calls.sendMessage, { limits: [perPerson('messages')] }, (call) => chats.send(call));
}
