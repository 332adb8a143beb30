import { type ArchivePart, partsOf } from '@hubbub/contract/features/archives/archives.shapes.ts';
import {
  ownAccount,
  ownFormerUsernames,
  ownKnownBrowsers,
  ownPasskeys,
  ownSecurityLog,
  ownSessions,
} from '#features/accounts/public.ts';
import { ownCommentReactions, ownComments } from '#features/comments/public.ts';
import { ownMemberships } from '#features/communities/public.ts';
import { archivePathOf, ownMedia } from '#features/media/public.ts';
import { ownDecisions, ownReports } from '#features/moderation/public.ts';
import { ownNotifications, ownPushDevices, readSettings } from '#features/notifications/public.ts';
import {
  listPosted,
  ownBookmarks,
  ownPollAnswers,
  ownPosts,
  ownScheduledPosts,
  ownVotes,
} from '#features/posts/public.ts';
import { ownPeople } from '#features/relations/public.ts';
import {
  messageIdOf,
  namesOfRooms,
  ownMessageBookmarks,
  ownMessageReactions,
  ownMessages,
  ownRoomNotify,
} from '#features/rooms/public.ts';
import { ownInvites } from '#features/site/public.ts';
import type { OwnRows } from '#platform/database/pages.ts';
import type { Platform } from '#platform/platform.ts';

type Pages = AsyncIterable<readonly object[]>;

/**
 * Each part of an archive: the features' data about a person, in pages. A new kind of data about people adds its part
 * here.
 */
const sources: Record<Exclude<ArchivePart, 'media'>, (platform: Platform, userId: string) => Pages> = {
  account: accountOf,
  settings: async function* (platform, userId) {
    yield [(await readSettings(platform, userId)).settings];
  },
  posts: plain(ownPosts),
  comments: plain(ownComments),
  messages: messagesOf,
  votes: plain(ownVotes),
  poll_answers: plain(ownPollAnswers),
  reactions: reactionsOf,
  scheduled_posts: plain(ownScheduledPosts),
  bookmarks: bookmarksOf,
  people: plain(ownPeople),
  communities: plain(ownMemberships),
  invites: plain(ownInvites),
  decisions: plain(ownDecisions),
  reports: plain(ownReports),
  sessions: plain(ownSessions),
  security_log: plain(ownSecurityLog),
  passkeys: plain(ownPasskeys),
  known_browsers: plain(ownKnownBrowsers),
  former_usernames: plain(ownFormerUsernames),
  notifications: ownNotifications,
  chat_notifications: chatNotificationsOf,
  push_devices: plain(ownPushDevices),
};

type Media = typeof ownMedia extends OwnRows<infer Row> ? Row : never;

async function* filesIn(pages: AsyncIterable<readonly Media[]>): AsyncGenerator<object[]> {
  for await (const page of pages)
    yield page.map((media) => ({ path: archivePathOf(media), type: media.type, bytes: media.bytes }));
}

/** Whose archive it is, and whether it's for the site's team. */
export interface ArchiveOf {
  user_id: string;
  profile_path: string | null;
  isForTeam: boolean;
}

/** The files in somebody's archive. The site's team only gets those of posts and of the profile. */
export async function* mediaFor(
  { db }: Platform,
  { user_id: userId, profile_path: picture, isForTeam }: ArchiveOf,
): AsyncGenerator<readonly Media[]> {
  for await (const page of ownMedia(db.kysely, userId)) {
    const ids = page.map(({ id }) => id);
    const posted = isForTeam ? await listPosted(db.kysely, ids) : new Set(ids);
    yield page.filter(({ id, path }) => posted.has(id) || path === picture);
  }
}

function plain<Row extends object>(rows: OwnRows<Row>) {
  return ({ db }: Platform, userId: string): Pages => rows(db.kysely, userId);
}

async function* accountOf({ db }: Platform, userId: string): Pages & AsyncGenerator<object[]> {
  for await (const [account] of ownAccount(db.kysely, userId)) {
    if (!account) return;
    yield [{ ...account, picture: await pathOfPicture(db.kysely, userId, account.profile_path) }];
  }
}

/** The path of a person's picture in their archive. */
async function pathOfPicture(db: Platform['db']['kysely'], userId: string, profilePath: string | null) {
  if (profilePath === null) return null;
  for await (const page of ownMedia(db, userId)) {
    const picture = page.find(({ path }) => path === profilePath);
    if (picture) return archivePathOf(picture);
  }
  return null;
}

async function* messagesOf({ db }: Platform, userId: string): Pages & AsyncGenerator<object[]> {
  for await (const page of ownMessages(db.kysely, userId)) {
    const placeOf = await placesOf(db.kysely, userId, page);
    yield page.map(({ message_id, room_id, ...message }) => ({
      ...message,
      message_id: messageIdOf(message_id),
      to: placeOf(room_id),
    }));
  }
}

async function* chatNotificationsOf({ db }: Platform, userId: string): Pages & AsyncGenerator<object[]> {
  for await (const page of ownRoomNotify(db.kysely, userId)) {
    const placeOf = await placesOf(db.kysely, userId, page);
    yield page.map(({ room_id, ...chosen }) => ({ chat: placeOf(room_id), ...chosen }));
  }
}

/** The names of the rooms in some rows, as a person sees them: the channel, person or group, in words. */
async function placesOf(db: Platform['db']['kysely'], userId: string, rows: readonly { room_id: string }[]) {
  const names = await namesOfRooms(db, { userId, roomIds: [...new Set(rows.map(({ room_id }) => room_id))] });
  return (roomId: string) => names.get(roomId) ?? 'a place that was deleted';
}

async function* reactionsOf({ db }: Platform, userId: string): Pages & AsyncGenerator<object[]> {
  for await (const page of ownCommentReactions(db.kysely, userId)) {
    yield page.map(({ comment_id, ...reaction }) => ({ kind: 'comment', id: comment_id, ...reaction }));
  }
  for await (const page of ownMessageReactions(db.kysely, userId)) {
    yield page.map(({ message_id, ...reaction }) => ({ kind: 'message', id: messageIdOf(message_id), ...reaction }));
  }
}

async function* bookmarksOf({ db }: Platform, userId: string): Pages & AsyncGenerator<object[]> {
  yield* ownBookmarks(db.kysely, userId);
  for await (const page of ownMessageBookmarks(db.kysely, userId)) {
    yield page.map(({ message_id }) => ({ message_id: messageIdOf(message_id) }));
  }
}

/** A part's items in the format of its file, in pages: only fields that the format names get out. */
export async function* itemsOf(
  platform: Platform,
  part: ArchivePart,
  of: ArchiveOf,
): AsyncGenerator<Record<string, unknown>[]> {
  const item = partsOf(of.isForTeam).find(([name]) => name === part)?.[1].item;
  if (!item) return;
  const pages = part === 'media' ? filesIn(mediaFor(platform, of)) : sources[part](platform, of.user_id);
  for await (const page of pages) {
    yield page.map((row) => item.parse(JSON.parse(JSON.stringify(row))) as Record<string, unknown>);
  }
}
