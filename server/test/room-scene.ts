import { type Permission, permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { MessagesFrom } from '#features/rooms/public.ts';
import type { Value } from '#platform/database/expressions.ts';
import type { World } from './harness.ts';
import { randomOf } from './random.ts';
import { textOf } from './text-of.ts';

type Random = ReturnType<typeof randomOf>;

export interface ScenePerson {
  id: string;
  isOnTeam: boolean;
  isAway: boolean;
  /** Their account was made after `newcomersSince`. */
  isNew: boolean;
  takesPushes: boolean;
  /** Null: they haven't chosen. */
  messagesFrom: MessagesFrom | null;
}

export interface SceneCommunity {
  id: string;
  isPrivate: boolean;
  roles: { id: string; permissions: Permission[] }[];
  members: { userId: string; readFrom: number; roles: string[] }[];
}

/** A row of room_members. */
export interface SceneMember {
  userId: string;
  since: number;
  read: number;
  cleared: number;
  isListed: boolean;
  notify: 'all' | 'mentions' | 'none' | null;
  /** When the choice ends, or ended. */
  until: 'never' | 'past' | 'future';
  request: boolean;
  follows: boolean;
}

export interface SceneRoom {
  id: string;
  kind: 'conversation' | 'group' | 'channel' | 'thread';
  /** Of a conversation, unless one of them is gone. */
  pair: readonly [string, string] | null;
  community: SceneCommunity | null;
  /** A thread's channel. */
  home: SceneRoom | null;
  roles: string[] | null;
  members: SceneMember[];
}

export interface SceneMessage {
  id: number;
  room: SceneRoom;
  senderId: string;
  isSystem: boolean;
  /** Of those: whether it says that a call was missed. */
  isMissed: boolean;
  isDeleted: boolean;
  isRemoved: boolean;
  /** Null stands for everyone. */
  mentions: (string | null)[];
}

interface Pair {
  by: string;
  of: string;
}

/** Five people, what's between them, two communities, rooms of all kinds, and messages. */
export interface Scene {
  /** Identifies the scene. */
  seed: number;
  people: ScenePerson[];
  blocks: Pair[];
  mutes: Pair[];
  follows: Pair[];
  communities: SceneCommunity[];
  rooms: SceneRoom[];
  messages: SceneMessage[];
  /** Which conversations a new account has been let through to. */
  contacts: { userId: string; roomId: string }[];
  /** The default for whose messages people get. */
  messagesFrom: MessagesFrom;
}

/** Accounts made later are new in every scene: an expression. */
export const newcomersSince = sql<Date>`'2020-01-01'::timestamptz`;

const reception = ['everyone', 'known', 'nobody'] as const;

/** Each scene has numbers of its own for messages, up to this many. */
const numbers = 100;
const mostMessages = 30;

/** What's drawn from one seed. */
class Draw {
  readonly random: Random;
  /** The number before the scene's first message. */
  readonly before: number;
  constructor(seed: number) {
    this.random = randomOf(seed);
    this.before = seed * numbers;
  }
  is = (oneIn: number): boolean => this.random(oneIn) === 0;
  one = <Thing>(things: readonly Thing[]): Thing => things[this.random(things.length)] as Thing;
  some = <Thing>(things: readonly Thing[], oneIn = 2): Thing[] => things.filter(() => this.is(oneIn));
  /** The number of a message that may be there. */
  number = (): number => this.before + this.random(mostMessages + 1);
  id = (): string =>
    Array.from({ length: 32 }, () => this.random(16).toString(16))
      .join('')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function drawPerson({ is, one, id }: Draw): ScenePerson {
  return {
    id: id(),
    isOnTeam: is(6),
    isAway: is(6),
    isNew: is(2),
    takesPushes: is(3),
    messagesFrom: one([null, ...reception]),
  };
}

function drawCommunity(draw: Draw, people: readonly ScenePerson[], isPrivate: boolean): SceneCommunity {
  const roles = Array.from({ length: 3 }, () => ({ id: draw.id(), permissions: draw.some(permission.options) }));
  const members = draw.some(people).map(({ id: userId }) => ({
    userId,
    readFrom: draw.number(),
    roles: draw.some(roles).map(({ id }) => id),
  }));
  return { id: draw.id(), isPrivate, roles, members };
}

function drawMember({ is, one, number }: Draw, userId: string): SceneMember {
  return {
    userId,
    since: is(2) ? 0 : number(),
    read: number(),
    cleared: is(2) ? 0 : number(),
    isListed: is(2),
    notify: one([null, 'all', 'mentions', 'none']),
    until: one(['never', 'past', 'future']),
    request: is(4),
    follows: is(2),
  };
}

const membersOf = (draw: Draw, ids: readonly string[]): SceneMember[] => ids.map((id) => drawMember(draw, id));

const none = { pair: null, community: null, home: null, roles: null };

/** Each two people have at most one conversation. Its members are the two, or the one who's left. */
function drawConversations(draw: Draw, people: readonly ScenePerson[]): SceneRoom[] {
  const ids = people.map(({ id }) => id).sort();
  const pairs = ids.flatMap((low, index) => ids.slice(index + 1).map((high) => [low, high] as const));
  return draw.some(pairs, 3).map((both) => {
    const isWhole = !draw.is(5);
    return {
      ...{ ...none, id: draw.id(), kind: 'conversation' },
      pair: isWhole ? both : null,
      members: membersOf(draw, isWhole ? both : [draw.one(both)]),
    };
  });
}

function drawRooms(draw: Draw, people: readonly ScenePerson[], communities: readonly SceneCommunity[]): SceneRoom[] {
  const ids = people.map(({ id }) => id);
  const some = () => membersOf(draw, draw.some(ids));
  const groups = [1, 2].map((): SceneRoom => ({ ...none, id: draw.id(), kind: 'group', members: some() }));
  const channels = communities.flatMap((community) =>
    [1, 2].map((): SceneRoom => {
      const open = draw.some(community.roles).map(({ id }) => id);
      const roles = open.length > 0 ? open : null;
      return { ...none, id: draw.id(), kind: 'channel', community, roles, members: some() };
    }),
  );
  const threads = channels.map((home): SceneRoom => ({ ...home, id: draw.id(), kind: 'thread', home, roles: null }));
  return [...drawConversations(draw, people), ...groups, ...channels, ...threads];
}

/** A third of the rooms stay empty. */
function drawMessages(draw: Draw, { people, rooms }: Pick<Scene, 'people' | 'rooms'>): SceneMessage[] {
  const busy = rooms.filter(() => !draw.is(3));
  if (busy.length === 0) return [];
  return Array.from({ length: mostMessages }, (_, index) => ({
    id: draw.before + index + 1,
    room: draw.one(busy),
    senderId: draw.one(people).id,
    isSystem: draw.is(8),
    isMissed: draw.is(2),
    isDeleted: draw.is(8),
    isRemoved: draw.is(8),
    mentions: draw.is(2) ? [] : draw.some([null, ...people.map(({ id }) => id)], 3),
  }));
}

function drawScene(seed: number): Scene {
  const draw = new Draw(seed);
  const people = Array.from({ length: 5 }, () => drawPerson(draw));
  const pairs = people.flatMap(({ id: by }) =>
    people.filter(({ id }) => id !== by).map(({ id: of }): Pair => ({ by, of })),
  );
  const communities = [drawCommunity(draw, people, false), drawCommunity(draw, people, true)];
  const rooms = drawRooms(draw, people, communities);
  return {
    seed,
    people,
    blocks: draw.some(pairs, 8),
    mutes: draw.some(pairs, 8),
    follows: draw.some(pairs, 5),
    communities,
    rooms,
    messages: drawMessages(draw, { people, rooms }),
    contacts: people.flatMap(({ id: userId }) => draw.some(rooms).map((room) => ({ userId, roomId: room.id }))),
    messagesFrom: draw.one(reception),
  };
}

type Rows = Record<string, unknown>[];

/** The rows of people and what's between them, by table, each after those it refers to. */
function rowsOfPeople({ seed, people, blocks, mutes, follows }: Scene): [table: string, rows: Rows][] {
  const short = (id: string) => `s_${id.replaceAll('-', '').slice(0, 20)}`;
  const token = (id: string) => `\\x${id.replaceAll('-', '')}`;
  const related = (pairs: readonly Pair[], kind: string) =>
    pairs.map(({ by, of }) => ({ user_id: by, other_id: of, kind }));
  const mirrored = blocks.map(({ by, of }) => ({ by: of, of: by }));
  const pushed = people.filter(({ takesPushes }) => takesPushes);
  const [early, later] = ['2010-01-01T00:00:00Z', '2100-01-01T00:00:00Z'];
  return [
    [
      'users',
      people.map(({ id, isOnTeam, isNew }) => ({
        ...{ id, username: short(id), name: String(seed), email: `${short(id)}@example.org`, password_hash: 'none' },
        ...{ activated_at: early, created_at: isNew ? '2030-01-01T00:00:00Z' : early },
        site_role: isOnTeam ? 'moderator' : null,
      })),
    ],
    ['privacy', people.map(({ id, messagesFrom }) => ({ user_id: id, messages_from: messagesFrom }))],
    [
      'away_accounts',
      people
        .filter(({ isAway }) => isAway)
        .map(({ id }) => ({ user_id: id, kind: 'deactivated', since: early, ends_at: later })),
    ],
    ['sessions', pushed.map(({ id }) => ({ token_hash: token(id), user_id: id, expires_at: later }))],
    [
      'push_subscriptions',
      pushed.map(({ id }) => ({
        ...{ id, user_id: id, session_hash: token(id), endpoint: `https://example.org/${id}` },
        ...{ p256dh: '\\x00', auth: '\\x00', created_at: early },
      })),
    ],
    ['relations', [...related(blocks, 'block'), ...related(mirrored, 'blocked_by'), ...related(mutes, 'mute')]],
    ['follows', follows.map(({ by, of }) => ({ follower_id: by, followee_id: of }))],
  ];
}

const untils = { never: null, past: '2020-01-01T00:00:00Z', future: '2100-01-01T00:00:00Z' };

/** Those of communities, rooms and messages. */
function rowsOfRooms({ seed, communities, rooms, messages, contacts }: Scene): [table: string, rows: Rows][] {
  const created_at = '2020-01-01T00:00:00Z';
  const name = (id: string) => `s_${id.slice(0, 8)}`;
  const inCommunities = (of: (community: SceneCommunity) => Rows): Rows =>
    communities.flatMap((community) => of(community).map((row) => ({ community_id: community.id, ...row })));
  return [
    [
      'communities',
      communities.map(({ id, isPrivate }) => ({
        ...{ id, handle: name(id), name: name(id), created_at, visibility: isPrivate ? 'private' : 'public' },
      })),
    ],
    [
      'community_members',
      inCommunities(({ members }) => members.map(({ userId, readFrom }) => ({ user_id: userId, read_from: readFrom }))),
    ],
    [
      'community_roles',
      inCommunities(({ roles }) => roles.map(({ id, permissions }) => ({ id, name: name(id), permissions }))),
    ],
    [
      'community_role_holders',
      inCommunities(({ members }) =>
        members.flatMap(({ userId, roles }) => roles.map((id) => ({ user_id: userId, role_id: id }))),
      ),
    ],
    [
      'rooms',
      rooms.map((room) => ({
        ...{ id: room.id, kind: room.kind, created_at, active_at: created_at, pair: room.pair, roles: room.roles },
        ...{ community_id: room.community?.id ?? null, name: room.community && name(room.id), topic: String(seed) },
        ...{ channel_id: room.home?.id ?? null, last_id: lastIdOf(messages, room) },
      })),
    ],
    [
      'room_members',
      rooms.flatMap((room) =>
        room.members.map((member) => ({
          ...{ room_id: room.id, user_id: member.userId, joined_at: created_at, request: member.request },
          follows: member.follows,
          ...{ since_id: member.since, read_id: member.read, seen_id: member.read, cleared_id: member.cleared },
          ...{ listed_id: member.isListed ? 0 : null, notify: member.notify, notify_until: untils[member.until] },
        })),
      ),
    ],
    [
      'messages',
      messages.map(({ id, room, senderId, isSystem, isMissed, isDeleted, isRemoved, mentions }) => ({
        ...{ id, room_id: room.id, sender_id: senderId, created_at, content: 'Hello' },
        ...{ system: isSystem ? { missed: isMissed } : null, removal: isRemoved ? {} : null },
        deleted_at: isDeleted ? created_at : null,
        mentions: mentions.length > 0 ? mentions.map((mentioned) => (mentioned ? { id: mentioned } : {})) : null,
      })),
    ],
    ['newcomer_contacts', contacts.map(({ userId, roomId }) => ({ user_id: userId, conversation_id: roomId }))],
  ];
}

/** The number of a room's newest message; 0: it has none. */
export const lastIdOf = (messages: readonly SceneMessage[], room: SceneRoom): number =>
  Math.max(0, ...messages.filter((message) => message.room === room).map(({ id }) => id));

/** Stores scenes that have the same default. People carry their scene's seed in their names, rooms in their topics. */
async function play(world: World, scenes: readonly Scene[]): Promise<void> {
  const tables = new Map<string, Rows>();
  for (const [table, rows] of scenes.flatMap((scene) => [...rowsOfPeople(scene), ...rowsOfRooms(scene)])) {
    tables.set(table, [...(tables.get(table) ?? []), ...rows]);
  }
  for (const [table, rows] of tables) {
    const columns = Object.keys(rows[0] ?? {}).join();
    await world.sql(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  }
  await world.sql('analyze');
  await world.sql('insert into site (id) values (gen_random_uuid()) on conflict do nothing');
  await world.sql('update site set default_messages_from = $1', [scenes[0]?.messagesFrom]);
}

type Facts = Record<string, unknown>;

/** The values computed by the database in each scene, and those by the rules. */
export interface Question {
  /** Expressions by name. */
  conditions: Record<string, string | Value<unknown>>;
  /** A `from` clause with a row `viewer` of users, within one scene each. */
  from: string;
  /** Expressions that identify each row. */
  about: readonly string[];
  /** The rules' value for a row in a scene. */
  rules(scene: Scene): (about: readonly string[]) => Facts;
}

/**
 * Compares the values of the database with those of the rules in 200 scenes, of seeds 1 to 200. Every value has to occur in at least two
 * variants.
 */
export async function expectAgreement(world: World, questions: readonly Question[]): Promise<void> {
  const seen = new Map<string, Set<string>>();
  const scenes = Array.from({ length: 200 }, (_, index) => drawScene(index + 1));
  for (const those of Map.groupBy(scenes, ({ messagesFrom }) => messagesFrom).values()) {
    await play(world, those);
    for (const question of questions) await ask(world, question, { scenes: those, seen });
  }
  const names = questions.flatMap(({ conditions }) => Object.keys(conditions));
  for (const name of names) expect(seen.get(name)?.size, name).toBeGreaterThan(1);
}

async function ask(
  world: World,
  { conditions, from, about, rules }: Question,
  { scenes, seen }: { scenes: readonly Scene[]; seen: Map<string, Set<string>> },
): Promise<void> {
  const named = Object.entries(conditions).map(
    ([name, condition]) => `${typeof condition === 'string' ? condition : textOf(condition)} as "${name}"`,
  );
  const texts = about.map((expression) => `${expression}::text`);
  const rows = await world.sql<{ seed: string; about: string[] } & Facts>(
    `select viewer.name as seed, array[${texts.join()}] as about, ${named.join()} from ${from}
      where viewer.name = any($1)`,
    [scenes.map(({ seed }) => String(seed))],
  );
  const rulesBySeed = new Map(scenes.map((scene) => [String(scene.seed), rules(scene)]));
  for (const { seed, about: ids, ...found } of rows) {
    const expected = rulesBySeed.get(seed)?.(ids) ?? {};
    expect(found, `seed ${seed}: ${ids.join(', ')}`).toEqual(expected);
    for (const [name, value] of Object.entries(expected)) {
      seen.set(name, (seen.get(name) ?? new Set()).add(JSON.stringify(value)));
    }
  }
}
