import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { isHiddenFrom, isInFeedOf, isVisibleTo } from '#features/relations/relations.rules.ts';
import { receptionOf } from '#features/rooms/requests.rules.ts';
import { areStrangers } from '#features/rooms/strangers.rules.ts';
import { lastIdOf, type Scene, type SceneMember, type SceneMessage, type SceneRoom } from './room-scene.ts';

/** What's between two people of a scene, given by their ids, as the rules of relations, requests and strangers have it. */
export function pairRulesOf(scene: Scene) {
  const away = new Set(scene.people.filter(({ isAway }) => isAway).map(({ id }) => id));
  const sight = { blocks: scene.blocks, mutes: scene.mutes, away };
  const personOf = (id: string) => scene.people.find((person) => person.id === id);
  const talkOf = (one: string, other: string) =>
    scene.rooms.find(({ pair }) => one !== other && pair?.includes(one) && pair.includes(other));
  const haveTalked = (one: string, other: string) => {
    const room = talkOf(one, other);
    return room !== undefined && lastIdOf(scene.messages, room) > 0;
  };
  const share = (one: string, other: string, which: 'any' | 'private') =>
    scene.communities
      .filter(({ isPrivate }) => isPrivate || which === 'any')
      .some(({ members }) => [one, other].every((id) => members.some(({ userId }) => userId === id)));
  const follows = (one: string, other: string) => scene.follows.some(({ by, of }) => by === one && of === other);
  const wasCounted = (id: string, room: SceneRoom) =>
    scene.contacts.some(({ userId, roomId }) => userId === id && roomId === room.id);
  const areStrangersIn = (room: SceneRoom) =>
    room.pair !== null &&
    areStrangers({
      haveWritten: lastIdOf(scene.messages, room) > 0,
      sharePrivateCommunity: share(...room.pair, 'private'),
    });
  return {
    talkOf,
    haveTalked,
    hides: (viewer: string, sender: string) => isHiddenFrom(viewer, sender, scene.blocks),
    hasInFeed: (viewer: string, author: string) => isInFeedOf(viewer, author, sight),
    /** Both are here, and neither has blocked the other. */
    areTogether: (one: string, other: string) => isVisibleTo(one, other, sight) && !away.has(one),
    /** What becomes of the first message to a person. */
    receptionBy: (id: string, writer: string) =>
      receptionOf(personOf(id)?.messagesFrom ?? scene.messagesFrom, {
        haveTalked: false,
        isKnown: share(id, writer, 'any') || follows(id, writer),
      }),
    areStrangersIn,
    wasCounted,
    mustBeCounted: (room: SceneRoom, id: string) => {
      const { isNew = false, isOnTeam = false } = personOf(id) ?? {};
      return isNew && !isOnTeam && areStrangersIn(room) && !wasCounted(id, room);
    },
  };
}

type PairRules = ReturnType<typeof pairRulesOf>;

/** What a kind of room lets somebody do. */
interface KindRules {
  reads(room: SceneRoom, id: string): boolean;
  writes(room: SceneRoom, id: string): boolean;
  mentionsEveryone(room: SceneRoom, id: string): boolean;
  oversees(room: SceneRoom, id: string): boolean;
  /** Whether people who haven't chosen are notified of nothing. */
  isMuted?(room: SceneRoom, id: string): boolean;
  hasMembers: boolean;
  isOpen(room: SceneRoom): boolean;
  hidesBlocked: boolean;
  tells: 'all' | 'mentions';
  /** Who may get a push for a message to it. */
  pushesTo(room: SceneRoom): string[];
}

const memberIn = ({ members }: SceneRoom, id: string) => members.find(({ userId }) => userId === id);
const joinedIn = ({ community }: SceneRoom, id: string) => community?.members.find(({ userId }) => userId === id);
const idsIn = ({ members }: SceneRoom) => members.map(({ userId }) => userId);
const uses = (room: SceneRoom, id: string) =>
  room.roles?.some((role) => joinedIn(room, id)?.roles.includes(role)) ?? false;
const holds = (room: SceneRoom, id: string, permission: Permission) =>
  room.community?.roles.some(
    (role) => role.permissions.includes(permission) && joinedIn(room, id)?.roles.includes(role.id),
  ) ?? false;

const channel: KindRules = {
  reads: uses,
  writes: uses,
  mentionsEveryone: (room, id) => holds(room, id, 'community:edit'),
  oversees: (room, id) => holds(room, id, 'ban:users'),
  hasMembers: false,
  isOpen: () => true,
  hidesBlocked: true,
  tells: 'mentions',
  pushesTo: ({ members }) => members.filter(({ notify }) => notify === 'all').map(({ userId }) => userId),
};

const homeOf = ({ home }: SceneRoom) => home as SceneRoom;
const hasChosen = (member: SceneMember | undefined): boolean =>
  member !== undefined && member.notify !== null && member.until !== 'past';

/** A thread takes all of these from its channel. */
const thread: KindRules = {
  ...channel,
  reads: (room, id) => uses(homeOf(room), id),
  writes: (room, id) => uses(homeOf(room), id),
  mentionsEveryone: (room, id) => channel.mentionsEveryone(homeOf(room), id),
  oversees: (room, id) => channel.oversees(homeOf(room), id),
  isMuted(room, id) {
    const member = memberIn(homeOf(room), id);
    return hasChosen(member) && member?.notify === 'none';
  },
};

const kindRulesOf = (scene: Scene, rules: PairRules): Record<SceneRoom['kind'], KindRules> => ({
  conversation: {
    reads: (room, id) => memberIn(room, id) !== undefined,
    writes(room, id) {
      if (!room.pair?.includes(id) || !rules.areTogether(...room.pair)) return false;
      const other = room.pair.find((each) => each !== id) ?? '';
      const isTaken = lastIdOf(scene.messages, room) > 0 || rules.receptionBy(other, id) !== 'closed';
      return isTaken && !rules.mustBeCounted(room, id);
    },
    mentionsEveryone: () => false,
    oversees: () => false,
    hasMembers: true,
    isOpen: ({ pair }) => pair !== null && rules.areTogether(...pair),
    hidesBlocked: false,
    tells: 'all',
    pushesTo: ({ pair }) => [...(pair ?? [])],
  },
  group: {
    reads: (room, id) => memberIn(room, id) !== undefined,
    writes: (room, id) => memberIn(room, id) !== undefined,
    mentionsEveryone: () => false,
    oversees: () => false,
    hasMembers: true,
    isOpen: () => true,
    hidesBlocked: true,
    tells: 'all',
    pushesTo: idsIn,
  },
  channel,
  thread,
});

/** Who reads, writes, has unread counts and is notified in a scene's rooms, in plain TypeScript. */
export function roomRulesOf(scene: Scene) {
  const pairs = pairRulesOf(scene);
  const kinds = kindRulesOf(scene, pairs);
  const isOnTeam = (id: string) => scene.people.some((person) => person.id === id && person.isOnTeam);
  const takesPushes = (id: string) => scene.people.some((person) => person.id === id && person.takesPushes);
  const reads = (room: SceneRoom, id: string) => kinds[room.kind].reads(room, id);
  const sinceOf = (member: SceneMember | undefined) => Math.max(0, member?.since ?? 0, member?.cleared ?? 0);
  const markIn = (room: SceneRoom, id: string) => {
    const member = memberIn(room, id);
    return Math.max(sinceOf(member), member?.read ?? 0, joinedIn(room, id)?.readFrom ?? 0);
  };
  const notifyOf = (room: SceneRoom, id: string) => {
    const [{ isMuted, tells }, member] = [kinds[room.kind], memberIn(room, id)];
    if (hasChosen(member)) return member?.notify;
    return isMuted?.(room, id) ? 'none' : tells;
  };
  const counts = ({ senderId, isSystem, isMissed, isDeleted, isRemoved }: SceneMessage, id: string) =>
    senderId !== id && (!isSystem || isMissed) && !isDeleted && !isRemoved && !pairs.hides(id, senderId);
  const mentions = (message: SceneMessage, id: string) => message.mentions.some((each) => each === null || each === id);
  const freshIn = (room: SceneRoom, id: string) =>
    scene.messages.filter((message) => message.room === room && message.id > markIn(room, id) && counts(message, id));
  return {
    ofRoom: (room: SceneRoom, id: string) => ({
      since: reads(room, id) ? sinceOf(memberIn(room, id)) : null,
      reads: reads(room, id),
      writes: kinds[room.kind].writes(room, id),
      knows: (kinds[room.kind].hasMembers && memberIn(room, id) !== undefined) || joinedIn(room, id) !== undefined,
      mark: markIn(room, id),
      oversees: kinds[room.kind].oversees(room, id),
      mentionsEveryone: kinds[room.kind].mentionsEveryone(room, id),
      isOpen: kinds[room.kind].isOpen(room),
      unread: freshIn(room, id).length,
      unreadMentions: freshIn(room, id)
        .filter((message) => mentions(message, id) && pairs.hasInFeed(id, message.senderId))
        .map((message) => message.id),
      notify: notifyOf(room, id),
      tells: notifyOf(room, id) !== 'none' && !memberIn(room, id)?.request,
      follows: room.members.some((member) => member.userId === id && !member.request && notifyOf(room, id) === 'all'),
      countsThere: room.home === null || memberIn(room, id)?.follows === true,
      /** A message of theirs. */
      pushes: kinds[room.kind].pushesTo(room).some((each) => each !== id && takesPushes(each)),
    }),
    ofMessage: (message: SceneMessage, id: string) => ({
      hides: kinds[message.room.kind].hidesBlocked && pairs.hides(id, message.senderId),
      seesRemoved: message.senderId === id || isOnTeam(id) || kinds[message.room.kind].oversees(message.room, id),
      counts: counts(message, id),
      mentions: mentions(message, id),
      readsFrom: reads(message.room, id) && message.id > sinceOf(memberIn(message.room, id)),
    }),
    ofPair: (one: string, other: string) => {
      const talk = pairs.talkOf(one, other);
      return {
        haveTalked: pairs.haveTalked(one, other),
        hasRequestFrom: talk?.members.some(({ userId, request }) => userId === one && request) ?? false,
        inListWith: talk?.members.some(({ userId, isListed }) => userId === one && isListed) ?? false,
      };
    },
  };
}
