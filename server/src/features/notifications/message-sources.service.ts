import type { DeferredEventMap } from '#platform/events/deferred.ts';
import { noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import {
  findNotedMessages,
  listFollowersWithDevices,
  listReadersAfter,
  type NotedMessage,
} from './message-sources.queries.ts';
import './notifications.events.ts';
import { batchSize, type NewNotification, notify, notifyBatch } from './notifications.service.ts';
import { pushMessagesLater } from './push.service.ts';

/** The columns of a notification about a message. */
const about = ({ id, channel_id, conversation_id, community_id }: NotedMessage) => ({
  subject: `message ${id}`,
  messageId: id,
  channelId: channel_id,
  conversationId: conversation_id,
  communityId: community_id,
});

const mentionIn = (message: NotedMessage): Omit<NewNotification, 'userId'> => ({
  type: 'mention',
  actorId: message.sender_id,
  ...about(message),
});

type Noted = DeferredEventMap['messages.noted'];

/** Notifies the people that messages mention, and pushes to people who chose all messages. */
async function notifyOf(platform: Platform, noted: readonly Noted[]): Promise<void> {
  const { db, jobs } = platform;
  const messages = await findNotedMessages(
    db.kysely,
    noted.map(({ id }) => id),
  );
  const onlyOf = new Map(noted.map(({ id, only }) => [id, only]));
  const isMeant = (message: NotedMessage, userId: string | null) => onlyOf.get(message.id)?.includes(userId) ?? true;
  await notify(
    platform,
    messages.flatMap((message) =>
      message.mentioned
        .filter((userId) => isMeant(message, userId))
        .map((userId) => ({ userId, ...mentionIn(message) })),
    ),
  );
  for (const message of messages) {
    if (message.mentions_everyone && isMeant(message, null)) {
      const key = `tell everyone ${message.id}`;
      await jobs.add(db.kysely, 'notifications.everyone', { messageId: message.id, after: noId }, { key });
    }
    if (onlyOf.get(message.id) !== undefined) continue;
    const room = { roomId: message.room_id, senderId: message.sender_id };
    for (let after: string | undefined = noId; after !== undefined; ) {
      const people = await listFollowersWithDevices(db.kysely, room, after, batchSize);
      await pushMessagesLater(platform, room.roomId, people);
      after = people.length === batchSize ? people.at(-1) : undefined;
    }
  }
}

/** Notifies some of those who can read a message that mentions everyone. @returns the last of them; undefined: nobody is left */
export async function notifyEveryone(
  platform: Platform,
  { messageId, after }: { messageId: number; after: string },
): Promise<string | undefined> {
  const [message] = await findNotedMessages(platform.db.kysely, [messageId]);
  if (!message?.mentions_everyone) return undefined;
  const people = await listReadersAfter(platform.db.kysely, message.room_id, after, batchSize);
  return await notifyBatch(platform, people, mentionIn(message));
}

/** Registers the notifications about messages. */
export function subscribeToMessages(platform: Platform): void {
  const { db, deferred } = platform;

  deferred.on('messages.noted', (noted) => notifyOf(platform, noted));

  deferred.on('messages.reacted', async (given) => {
    const messages = await findNotedMessages(
      db.kysely,
      given.map(({ id }) => id),
    );
    const byId = new Map(messages.map((message) => [message.id, message]));
    const notifications = given.flatMap(({ id, userId: actorId }): NewNotification[] => {
      const message = byId.get(id);
      return message ? [{ userId: message.sender_id, type: 'reaction', actorId, ...about(message) }] : [];
    });
    await notify(platform, notifications);
  });
}
