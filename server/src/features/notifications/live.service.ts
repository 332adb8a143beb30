import type { Live, readLive as liveCall } from '@hubbub/contract/features/notifications/live.endpoints.ts';
import type { EndpointRequest } from '@hubbub/contract/platform/endpoint.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { countNewerPosts } from '#features/posts/public.ts';
import { messageIdOf, messageNumber, noSuchRoom, readRoom } from '#features/rooms/public.ts';
import { malformed, unauthenticated } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { listNotifications } from './notifications.service.ts';
import { readUnread } from './unread.service.ts';

type Question = EndpointRequest<typeof liveCall>['query'];
type Room = Pick<Live, 'messages' | 'changed' | 'revision'>;

/**
 * What a page without a socket polls instead, assembled from the calls with the same data.
 * @throws {HttpError} 404 for a room the caller can't read, 429 more than once a second, 400 for anything that can't be an id
 */
export async function readLive(platform: Platform, session: Session, question: Question): Promise<Live> {
  const { userId, tokenHash } = session;
  await platform.limits.spend('live', tokenHash.toString('base64url'));
  // One after another: a call may only run one statement at a time.
  const room = await readChanges(platform, session, question);
  const unread = await readUnread(platform, tokenHash);
  if (!unread) throw unauthenticated();
  const { notifications } = await listNotifications(platform, userId, { filter: 'all', size: limits.page.list });
  const newer = await countNewer(platform, tokenHash, question);
  return { ...room, unread: unread.body, notifications, newer };
}

/** The new and changed messages of a room. */
async function readChanges(platform: Platform, { tokenHash }: Session, question: Question): Promise<Room> {
  const { room: roomId, after, changed_since: since } = question;
  if (roomId === undefined) return { messages: [], changed: [], revision: null };
  const read = async (page: { after?: string | undefined; changed_since?: string }) => {
    const answer = await readRoom(platform, tokenHash, { roomId, size: limits.message.history, ...page }, noSuchRoom);
    if (!answer) throw unauthenticated();
    return JSON.parse(answer.body) as { messages: Live['messages']; revision: string };
  };
  const { messages, revision } = await read({ after });
  if (since === undefined) return { messages, changed: [], revision };
  const known = messageNumber(since);
  if (known === undefined) throw malformed({ changed_since: 'changed_since must be a revision' });
  // Mostly nothing has changed, and then no query is needed.
  if (Number(revision) <= known) return { messages, changed: [], revision: messageIdOf(known) };
  const page = await read({ changed_since: since });
  return { messages, changed: page.messages, revision: page.revision };
}

async function countNewer(platform: Platform, tokenHash: Buffer, { feed, newest }: Question): Promise<number> {
  if (newest === undefined) return 0;
  if (!isId(newest)) throw malformed({ newest: 'newest must be the post_id of the newest post you have' });
  return (await countNewerPosts(platform, tokenHash, { feed, after: newest }))?.body.count ?? 0;
}
