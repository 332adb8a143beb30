import { newId } from '#platform/ids.ts';
import {
  authorOnly,
  commentOfAuthor,
  conversationOfAuthor,
  messageOfAuthor,
  people,
  type Row,
  type Scene,
} from './access-matrix-scene.ts';

/** A call in the author's conversation; a made-up id if there's no author. */
async function callOfAuthor(scene: Scene): Promise<string> {
  const [room, id] = [await conversationOfAuthor(scene), newId()];
  await scene.world.sql(
    `insert into calls (id, room_id, code, started_by, started_at)
     select $1, $2, $4, id, now() from users where username = $3`,
    [id, room, scene.author, `code of ${id}`],
  );
  return id;
}

const thumb = encodeURIComponent('👍');

const reactionToMessage = async (scene: Scene) => ({
  path: `/v1/messages/${await messageOfAuthor(scene)}/reactions/${thumb}`,
});

/** The calls about single messages, and what's pinned; by their names in the contract. */
export const messageRows: Record<string, Row> = {
  getMessage: {
    request: async (scene) => ({ path: `/v1/messages/${await messageOfAuthor(scene)}` }),
    ...authorOnly(200, 404),
  },
  editMessage: {
    request: async (scene) => ({ path: `/v1/messages/${await messageOfAuthor(scene)}`, body: { content: 'Changed' } }),
    ...authorOnly(200, 404),
  },
  deleteMessage: {
    request: async (scene) => ({ path: `/v1/messages/${await messageOfAuthor(scene)}` }),
    ...authorOnly(200, 404),
  },
  addMessageReaction: { request: reactionToMessage, ...authorOnly(200, 404) },
  removeMessageReaction: { request: reactionToMessage, ...authorOnly(200, 404) },
  pinMessage: {
    request: async (scene) => ({ path: `/v1/messages/${await messageOfAuthor(scene)}/pin` }),
    ...authorOnly(200, 404),
  },
  unpinMessage: {
    request: async (scene) => ({ path: `/v1/messages/${await messageOfAuthor(scene)}/pin` }),
    ...authorOnly(200, 404),
  },
  startThread: {
    request: async (scene) => ({ path: `/v1/messages/${await messageOfAuthor(scene)}/thread` }),
    ...authorOnly(422, 404),
  },
  followThread: {
    request: async (scene) => ({ path: `/v1/rooms/${await conversationOfAuthor(scene)}/follow` }),
    ...authorOnly(422, 404),
  },
  unfollowThread: {
    request: async (scene) => ({ path: `/v1/rooms/${await conversationOfAuthor(scene)}/follow` }),
    ...authorOnly(422, 404),
  },
  getThread: {
    request: async (scene) => ({ path: `/v1/threads/${await conversationOfAuthor(scene)}` }),
    ...authorOnly(404, 404),
  },
  listThreads: { request: () => ({ path: '/v1/threads' }), ...people(200) },
  listPins: {
    request: async (scene) => ({ path: `/v1/rooms/${await conversationOfAuthor(scene)}/pins` }),
    ...authorOnly(200, 404),
  },
  startCall: {
    request: async (scene) => ({ path: `/v1/rooms/${await conversationOfAuthor(scene)}/call` }),
    ...authorOnly(201, 404),
  },
  getCall: {
    request: async (scene) => ({ path: `/v1/rooms/${await conversationOfAuthor(scene)}/call` }),
    ...authorOnly(200, 404),
  },
  declineCall: {
    request: async (scene) => ({ path: `/v1/calls/${await callOfAuthor(scene)}/decline`, body: {} }),
    ...authorOnly(200, 404),
  },
  bookmarkMessage: {
    request: async (scene) => ({ path: `/v1/messages/${await messageOfAuthor(scene)}/bookmark` }),
    ...authorOnly(200, 404),
  },
  removeMessageBookmark: {
    request: async (scene) => ({ path: `/v1/messages/${await messageOfAuthor(scene)}/bookmark` }),
    ...people(200),
  },
  listMessageReactions: {
    request: async (scene) => ({ path: `/v1/messages/${await messageOfAuthor(scene)}/reactions` }),
    ...authorOnly(200, 404),
  },
  listCommentReactions: {
    request: async (scene) => ({ path: `/v1/comments/${await commentOfAuthor(scene)}/reactions` }),
    ...people(200),
  },
  messagesAround: {
    request: async (scene) => ({ path: `/v1/messages/${await messageOfAuthor(scene)}/around` }),
    ...authorOnly(200, 404),
  },
};
