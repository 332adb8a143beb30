import * as calls from '@hubbub/contract/features/rooms/messages.endpoints.ts';
import { type Http, route, statementRoute } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { deleteMessage, editMessage, getMessage, listMessageReactions, messagesAround } from './changes.service.ts';
import { listPins, pinMessage } from './pins.service.ts';
import { openReactions } from './reactions.service.ts';
import { noSuchRoom, type Rooms, setRoomNotify } from './rooms.service.ts';
import { bookmarkMessage, removeMessageBookmark } from './saved.service.ts';
import { followThread, getThread, listThreads, startThread } from './threads.service.ts';

const writes = { limits: [perPerson('writes')] };

/** The calls about single messages, and about rooms of any kind. */
export function registerRoomsRoutes(http: Http, rooms: Rooms): void {
  const { platform } = http;
  const reactions = openReactions(platform);

  route(http, calls.editMessage, writes, async ({ session, params, body }) => ({
    message: await editMessage(platform, session, { id: params.message_id, content: body.content }),
  }));

  route(http, calls.deleteMessage, writes, async ({ session, params }) => {
    await deleteMessage(platform, session, params.message_id);
    return {};
  });

  statementRoute(http, calls.addMessageReaction, writes, ({ tokenHash, params: { message_id: id, emoji } }) =>
    reactions.react(tokenHash, { id, emoji, added: true }),
  );

  statementRoute(http, calls.removeMessageReaction, writes, ({ tokenHash, params: { message_id: id, emoji } }) =>
    reactions.react(tokenHash, { id, emoji, added: false }),
  );

  route(http, calls.getMessage, { limits: [perPerson('reads')] }, ({ session, params }) =>
    getMessage(platform, session, params.message_id),
  );

  route(http, calls.listMessageReactions, { limits: [perPerson('reads')] }, async ({ session, params }) => ({
    reactions: await listMessageReactions(platform, session, params.message_id),
  }));

  route(http, calls.messagesAround, { limits: [perPerson('reads')] }, ({ session, params, query }) =>
    messagesAround(platform, session, { id: params.message_id, size: query.size }),
  );

  registerPinnedAndSaved(http);
  registerThreads(http);

  route(http, calls.setRoomNotify, writes, ({ session, params, body }) =>
    setRoomNotify(platform, session.userId, params.room_id, body),
  );

  statementRoute(http, calls.setRoomRead, writes, ({ tokenHash, params, body }) =>
    rooms.mark(tokenHash, { roomId: params.room_id, messageId: body.up_to, isExact: true }, noSuchRoom),
  );
}

/** The calls for what's pinned and saved. */
function registerPinnedAndSaved(http: Http): void {
  const { platform } = http;

  route(http, calls.pinMessage, writes, async ({ session, params }) => {
    await pinMessage(platform, session, { id: params.message_id, isPinned: true });
    return {};
  });

  route(http, calls.unpinMessage, writes, async ({ session, params }) => {
    await pinMessage(platform, session, { id: params.message_id, isPinned: false });
    return {};
  });

  route(http, calls.listPins, { limits: [perPerson('reads')] }, async ({ session, params }) => ({
    messages: await listPins(platform, session, { roomId: params.room_id, notFoundText: noSuchRoom }),
  }));

  route(http, calls.bookmarkMessage, writes, async ({ session, params }) => {
    await bookmarkMessage(platform, session, params.message_id);
    return {};
  });

  route(http, calls.removeMessageBookmark, writes, async ({ session, params }) => {
    await removeMessageBookmark(platform, session, params.message_id);
    return {};
  });
}

/** The calls for threads. */
function registerThreads(http: Http): void {
  const { platform } = http;
  const follow = (follows: boolean) => (call: { session: Session; params: { room_id: string } }) =>
    followThread(platform, call.session, { roomId: call.params.room_id, follows, notFoundText: noSuchRoom });

  route(http, calls.startThread, writes, async (call) => {
    const { room, isNew } = await startThread(platform, call.session, call.params.message_id);
    call.existed = !isNew;
    return { room };
  });

  route(http, calls.followThread, writes, follow(true));
  route(http, calls.unfollowThread, writes, follow(false));

  route(http, calls.listThreads, { limits: [perPerson('reads')] }, ({ session, query }) =>
    listThreads(platform, session, query),
  );

  route(http, calls.getThread, { limits: [perPerson('reads')] }, async ({ session, params }) => ({
    thread: await getThread(platform, session, { roomId: params.room_id, notFoundText: noSuchRoom }),
  }));
}
