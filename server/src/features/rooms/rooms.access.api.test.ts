import { sql } from 'kysely';
import { test } from 'vitest';
import { eb, row } from '#platform/database/expressions.ts';
import { testWorld } from '../../../test/harness.ts';
import { roomRulesOf } from '../../../test/room-rules.ts';
import {
  expectAgreement,
  newcomersSince,
  type Question,
  type SceneMessage,
  type SceneRoom,
} from '../../../test/room-scene.ts';
import { textOf } from '../../../test/text-of.ts';
import type { LockedRoom } from './room.kind.ts';
import {
  audience,
  audienceOfEdits,
  byKind,
  countAfter,
  counts,
  countsThere,
  followers,
  hasRequestFrom,
  haveTalked,
  hidesFrom,
  inListWith,
  isOpen,
  markIn,
  mayBePushed,
  mayKnowOf,
  mentioning,
  mentionsOf,
  notifyOf,
  oversees,
  readable,
  seesRemoved,
  tellsOf,
} from './rooms.access.ts';

const world = await testWorld();

const room = row('rooms', 'room') as LockedRoom;
const [viewer, other] = [row('users', 'viewer').id, row('users', 'other').id];
const [member, message] = [row('room_members', 'own'), row('messages', 'message')];
const mark = markIn(room.id, viewer);

/** Who reads, writes, has unread counts and is notified of what. */
const ofRoom: Question = {
  from: `(select rooms.*, ${textOf(byKind(row('rooms'), (kind) => kind.people(row('rooms'))))} as people from rooms) room
    join users viewer on viewer.name = room.topic
    left join room_members own on own.room_id = room.id and own.user_id = viewer.id`,
  about: ['room.id', 'viewer.id'],
  conditions: {
    since: sql`(select readable.since::int from ${readable(room.id, viewer)} readable)`,
    reads: audience.sees(viewer, room.id),
    writes: sql`coalesce(${byKind(room, (kind) => kind.mayWrite(room, viewer, newcomersSince))}, false)`,
    knows: mayKnowOf(room, viewer),
    mark: sql`${mark}::int`,
    oversees: oversees(room, viewer),
    mentionsEveryone: audience.mayMentionEveryone?.(viewer, room.id) ?? eb.lit(false),
    isOpen: isOpen(room),
    unread: countAfter(room.id, viewer, mark),
    unreadMentions: sql`array(select distinct each.id::int from ${mentioning(room.id, viewer, mark)} each order by 1)`,
    notify: notifyOf(room, member, viewer),
    tells: tellsOf(room, member, viewer),
    follows: sql`${viewer} in ${followers(room.id)}`,
    countsThere: countsThere(room.id, viewer),
    pushes: mayBePushed(room, viewer),
  },
  rules(scene) {
    const rules = roomRulesOf(scene);
    return ([roomId, id = '']) => rules.ofRoom(scene.rooms.find((each) => each.id === roomId) as SceneRoom, id);
  },
};

/** Who sees what of a message. */
const ofMessage: Question = {
  from: `messages message join rooms room on room.id = message.room_id join users viewer on viewer.name = room.topic`,
  about: ['message.id', 'viewer.id'],
  conditions: {
    hides: hidesFrom(room, viewer, message.sender_id),
    seesRemoved: seesRemoved(room, viewer, message.sender_id),
    counts: counts(message, viewer),
    mentions: mentionsOf(room.id, message.id, viewer),
    readsFrom: audienceOfEdits.sees(viewer, eb.cast<string>(message.id, 'text')),
  },
  rules(scene) {
    const rules = roomRulesOf(scene);
    const find = (number = '') => scene.messages.find(({ id }) => id === Number(number)) as SceneMessage;
    return ([number, id = '']) => rules.ofMessage(find(number), id);
  },
};

/** The relations between two people. */
const ofPair: Question = {
  from: 'users viewer join users other on other.name = viewer.name and other.id <> viewer.id',
  about: ['viewer.id', 'other.id'],
  conditions: {
    haveTalked: haveTalked(viewer, other),
    hasRequestFrom: hasRequestFrom(viewer, other),
    inListWith: inListWith(other, viewer),
  },
  rules(scene) {
    const rules = roomRulesOf(scene);
    return ([id = '', another = '']) => rules.ofPair(id, another);
  },
};

test('the database and the rules agree on who reads, writes and sees what in rooms, has which unread counts, and is notified of what', async () => {
  await expectAgreement(world, [ofRoom, ofMessage, ofPair]);
});
