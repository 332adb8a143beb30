import * as calls from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import type { Rooms } from '#features/messages/public.ts';
import { invalid } from '#platform/errors/errors.ts';
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
import { addMember, createGroup, removeMember, updateGroup } from './group-members.service.ts';
import { isGroupId } from './groups.rules.ts';
import { acceptConversation } from './requests.service.ts';

const reads = { limits: [perPerson('reads')] };
const writes = { limits: [perPerson('writes')] };

/** The calls for conversations and their messages. */
export function registerConversationsRoutes(http: Http, chats: Chats, groups: Rooms): void {
  const { platform } = http;
  registerGroupsRoutes(http, groups);

  statementRoute(http, calls.listConversations, reads, ({ query, tokenHash }) =>
    listConversations(platform, tokenHash, query),
  );

  http.initialData.provide('conversations', {
    endpoint: calls.listConversations,
    address: () => `${calls.listConversations.path}?groups=true`,
    limits: reads.limits,
    read: (tokenHash) => listConversations(platform, tokenHash, { size: limits.page.conversations, groups: true }),
  });

  statementRoute(http, calls.openConversation, writes, ({ body, tokenHash }) =>
    body.usernames === undefined
      ? openConversation(platform, tokenHash, body.username ?? '')
      : createGroup(platform, groups, tokenHash, { usernames: body.usernames, name: body.name }),
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
    const id = params.conversation_id;
    await (isGroupId(id) ? removeMember(platform, groups, session, { id }) : deleteConversation(platform, session, id));
    return {};
  });

  hotRoute(http, calls.listMessages, reads, ({ params, query, tokenHash }) =>
    chats.read(tokenHash, params.conversation_id, query),
  );

  hotFormRoute(http, calls.sendMessage, { limits: [perPerson('messages')] }, (call) => chats.send(call));
}

const tooMany = () => invalid({ profile_pic: 'Choose a single picture.' });

/** The calls that change groups. */
function registerGroupsRoutes(http: Http, groups: Rooms): void {
  const { platform } = http;

  route(http, calls.updateGroup, writes, async ({ session, params, readForm }) => ({
    conversation: await updateGroup(platform, groups, session, params.conversation_id, (takeFile) =>
      readForm(takeFile, tooMany),
    ),
  }));

  route(http, calls.addGroupMember, writes, async ({ session, params: { conversation_id: id, username } }) => ({
    conversation: await addMember(platform, groups, session, { id, username }),
  }));

  route(http, calls.removeGroupMember, writes, async ({ session, params: { conversation_id: id, username } }) => {
    await removeMember(platform, groups, session, { id, username });
    return {};
  });
}
