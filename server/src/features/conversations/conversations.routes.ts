import { getCard as getCardCall } from '@hubbub/contract/features/conversations/card.endpoints.ts';
import * as calls from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { noConversation, type Rooms } from '#features/rooms/public.ts';
import { invalid } from '#platform/errors/errors.ts';
import { type Http, route, sqlJsonFormRoute, sqlJsonRoute, statementRoute } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { getCard } from './cards.service.ts';
import {
  acceptConversation,
  getConversation,
  listConversations,
  openConversation,
  readMessages,
} from './conversations.service.ts';
import { addMember, createGroup, getNewGroup, removeMember, updateGroup } from './groups.service.ts';
import { leaveRoom } from './leaving.service.ts';

const reads = { limits: [perPerson('reads')] };
const writes = { limits: [perPerson('writes')] };
/** The changes that a group's timeline reports. They count as messages, because each sends one to every member. */
const said = { limits: [perPerson('writes'), perPerson('messages')] };

/** The calls for conversations and their messages. */
export function registerConversationsRoutes(http: Http, rooms: Rooms): void {
  const { platform } = http;
  registerGroupsRoutes(http, rooms);

  route(http, getCardCall, reads, ({ session, params, query }) =>
    getCard(platform, session, { username: params.username, community: query.community }),
  );

  statementRoute(http, calls.listConversations, reads, ({ query, tokenHash }) =>
    listConversations(platform, tokenHash, query),
  );

  http.initialData.provide('conversations', {
    endpoint: calls.listConversations,
    address: () => `${calls.listConversations.path}?groups=true`,
    next: (query) => {
      const id = query.get('conversation') ?? '';
      return /^[\w-]{1,64}$/.test(id) ? calls.listMessages.path.replace(':conversation_id', id) : undefined;
    },
    limits: reads.limits,
    read: (tokenHash) => listConversations(platform, tokenHash, { size: limits.page.conversations, groups: true }),
  });

  const again = (tokenHash: Buffer, groupId: string) => getNewGroup(platform, tokenHash, groupId);
  statementRoute(http, calls.openConversation, { ...writes, again }, ({ body, tokenHash, attempt }) =>
    body.usernames === undefined
      ? openConversation(platform, tokenHash, body.username ?? '')
      : createGroup(platform, rooms, tokenHash, { usernames: body.usernames, name: body.name, attempt }),
  );

  statementRoute(http, calls.readConversation, reads, ({ params, tokenHash }) =>
    getConversation(platform, tokenHash, params.conversation_id),
  );

  statementRoute(http, calls.markConversationRead, reads, ({ params, body, tokenHash }) =>
    rooms.mark(tokenHash, { roomId: params.conversation_id, messageId: body.message_id }, noConversation),
  );

  route(http, calls.acceptConversation, writes, async ({ params, session }) => {
    await acceptConversation(platform, session, params.conversation_id);
    return {};
  });

  route(http, calls.deleteConversation, writes, async ({ params, session }) => {
    await leaveRoom(platform, rooms, session, params.conversation_id);
    return {};
  });

  sqlJsonRoute(http, calls.listMessages, reads, ({ params, query, tokenHash }) =>
    readMessages(platform, rooms, tokenHash, { roomId: params.conversation_id, ...query }),
  );

  sqlJsonFormRoute(http, calls.sendMessage, { limits: [perPerson('messages')] }, (call) =>
    rooms.send(call, { notFound: noConversation }),
  );
}

const tooMany = () => invalid({ profile_pic: messages.onePicture });

/** The calls that change groups. */
function registerGroupsRoutes(http: Http, rooms: Rooms): void {
  const { platform } = http;

  route(http, calls.updateGroup, said, async ({ session, params, readForm }) => ({
    conversation: await updateGroup(platform, rooms, session, params.conversation_id, (takeFile) =>
      readForm(takeFile, tooMany),
    ),
  }));

  route(http, calls.addGroupMember, said, async ({ session, params: { conversation_id: id, username } }) => ({
    conversation: await addMember(platform, rooms, session, { id, username }),
  }));

  route(http, calls.removeGroupMember, said, async ({ session, params: { conversation_id: id, username } }) => {
    await removeMember(platform, rooms, session, { id, username });
    return {};
  });
}
