import { test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';
import { roomRulesOf } from '../../../test/room-rules.ts';
import {
  expectAgreement,
  newcomersSince,
  type Question,
  type SceneMessage,
  type SceneRoom,
} from '../../../test/room-scene.ts';
import {
  audience,
  audienceOfEdits,
  byKind,
  countAfter,
  counts,
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

const viewer = 'viewer.id';
const mark = markIn('room.id', viewer);
const ofUsers = (condition: string, place: string, id: string) =>
  condition.replaceAll(place, id).replaceAll('users.id', viewer);

/** Who reads, writes, counts and is told what. */
const ofRoom: Question = {
  from: `(select rooms.*, ${byKind('rooms', (kind) => kind.people('rooms'))} as people from rooms) room
    join users viewer on viewer.name = room.topic
    left join room_members own on own.room_id = room.id and own.user_id = viewer.id`,
  about: ['room.id', viewer],
  conditions: {
    since: `(select readable.since::int from (${readable('room.id', viewer)}) readable)`,
    reads: ofUsers(audience.sees, '$3::uuid', 'room.id'),
    writes: `coalesce(${byKind('room', (kind) => kind.mayWrite('room', viewer, newcomersSince))}, false)`,
    knows: mayKnowOf('room', viewer),
    mark: `${mark}::int`,
    oversees: oversees('room', viewer),
    mentionsEveryone: ofUsers(audience.mayMentionEveryone?.(viewer) ?? '', '$3::uuid', 'room.id'),
    isOpen: isOpen('room'),
    unread: countAfter('room.id', viewer, mark),
    unreadMentions: `array(select distinct each.id::int from (${mentioning('room.id', viewer, mark)}) each order by 1)`,
    notify: notifyOf('room', 'own'),
    tells: tellsOf('room', 'own'),
    follows: `viewer.id in (${followers('room.id')})`,
    pushes: `(select ${mayBePushed('room')} from (select viewer.id as sender_id) added)`,
  },
  rules(scene) {
    const rules = roomRulesOf(scene);
    return ([roomId, id = '']) => rules.ofRoom(scene.rooms.find((room) => room.id === roomId) as SceneRoom, id);
  },
};

/** Who sees what of a message. */
const ofMessage: Question = {
  from: `messages message join rooms room on room.id = message.room_id join users viewer on viewer.name = room.topic`,
  about: ['message.id', viewer],
  conditions: {
    hides: hidesFrom('room', viewer, 'message.sender_id'),
    seesRemoved: seesRemoved('room', viewer, 'message.sender_id'),
    counts: counts('message', viewer),
    mentions: mentionsOf('room.id', 'message.id', viewer),
    readsFrom: ofUsers(audienceOfEdits.sees, '$3::bigint', 'message.id'),
  },
  rules(scene) {
    const rules = roomRulesOf(scene);
    const find = (number = '') => scene.messages.find(({ id }) => id === Number(number)) as SceneMessage;
    return ([number, id = '']) => rules.ofMessage(find(number), id);
  },
};

/** What there is between two people. */
const ofPair: Question = {
  from: 'users viewer join users other on other.name = viewer.name and other.id <> viewer.id',
  about: [viewer, 'other.id'],
  conditions: {
    haveTalked: haveTalked(viewer, 'other.id'),
    hasRequestFrom: hasRequestFrom(viewer, 'other.id'),
    inListWith: inListWith('other.id', viewer),
  },
  rules(scene) {
    const rules = roomRulesOf(scene);
    return ([id = '', other = '']) => rules.ofPair(id, other);
  },
};

test('the database and the rules agree on who reads, writes, sees, counts and is told what in rooms', async () => {
  await expectAgreement(world, [ofRoom, ofMessage, ofPair]);
});
