import { expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createClub } from '../../../test/community.ts';
import { formOf } from '../../../test/forms.ts';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';

/*
 * A random world in which people write, edit, delete, block, leave and make things private. After each change, somebody searches, and must
 * find exactly the texts with the word that the other calls show them.
 */
const world = await testWorld();
const seed = Number(process.env.FINDING_SEED ?? Date.now() % 1_000_000);
const scenes = Number(process.env.FINDING_SCENES ?? 200);
const random = randomOf(seed);
const one = <T>(list: readonly T[]): T => list[random(list.length)] as T;

const words = ['Äpfel', 'café', '北京烤鸭', 'ทะเล', 'ΔΡΟΜΟΣ', 'їжак', 'شَجَرة', 'apple tree'];
const looked = ['apfel', 'CAFÉ', '北京', 'ทะเล', 'δρόμος', 'іжа', 'شجر', '"apple tree"', 'pple'];
const text = () => `${one(words)} ${one(words)}`;

const fold = (written: string) =>
  written
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u064b-\u065f]/g, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ');
const has = (written: string, query: string) => fold(written).includes(fold(query.replaceAll('"', '')));

interface Written {
  id: string;
  /** The place of a text: a post for comments, a room for messages. */
  place: string;
  by: Person;
  content: string;
}

const people: Person[] = [];
const posts: Written[] = [];
const comments: Written[] = [];
const messages: Written[] = [];
/** Who has blocked whom, by names. */
const blocked = new Set<string>();

/** All pages of a call. */
async function shown(person: Person, kind: 'comments' | 'messages', place: string): Promise<Map<string, string>> {
  const paths =
    kind === 'comments' ? [`/v1/posts/${place}/comments`] : [`/v1/chats/${place}`, `/v1/channel/chats/${place}`];
  const answers: Answer[] = await Promise.all(paths.map((path) => person.get(path)));
  const items = answers.flatMap(({ status, body }) => (status === 200 ? body[kind] : []));
  return new Map<string, string>(
    items
      .filter(
        (item: { deleted: boolean; removed?: object; hidden?: true }) => !item.deleted && !item.removed && !item.hidden,
      )
      .map((item: Record<string, string>) => [item.comment_id ?? item._id ?? '', item.content ?? item.message ?? '']),
  );
}

/** The ids that somebody should find. */
async function expected(person: Person, query: string) {
  const seenPosts: string[] = [];
  for (const { id, content } of posts.filter((post) => has(post.content, query))) {
    const { status, body } = await person.get(`/v1/posts/${id}`);
    if (status === 200 && !body.post.removed && body.post.content === content) seenPosts.push(id);
  }
  const among = async (kind: 'comments' | 'messages', list: readonly Written[]) => {
    const matching = list.filter(({ content }) => has(content, query));
    const places = [...new Set(matching.map(({ place }) => place))];
    const seen = new Map(
      (await Promise.all(places.map((place) => shown(person, kind, place)))).flatMap((each) => [...each]),
    );
    return matching.filter(({ id }) => seen.has(id)).map(({ id }) => id);
  };
  return {
    posts: seenPosts.sort(),
    comments: (await among('comments', comments)).sort(),
    // Their conversation still shows the messages, but search leaves out people one has blocked.
    messages: (
      await among(
        'messages',
        messages.filter(({ by }) => !blocked.has(`${person.user.username} ${by.user.username}`)),
      )
    ).sort(),
  };
}

async function found(person: Person, query: string) {
  const ids: Record<string, string[]> = { posts: [], comments: [], messages: [] };
  for (const kind of ['posts', 'comments', 'messages']) {
    for (let before = ''; ; ) {
      const { status, body } = await person.get(
        `/v1/search?query=${encodeURIComponent(query)}&in=${kind}&size=7${before}`,
      );
      expect(status).toBe(200);
      expect(body.partial).toBe(false);
      for (const item of body[kind])
        ids[kind]?.push(item.post_id && kind === 'posts' ? item.post_id : (item.comment_id ?? item._id));
      if (body.next[kind] === null) break;
      before = `&before=${body.next[kind]}`;
    }
    ids[kind]?.sort();
  }
  return ids;
}

test(`in ${scenes} scenes, everybody finds what they see, and nothing else (seed ${seed})`, {
  timeout: 240_000,
}, async () => {
  for (const name of ['ana', 'bob', 'cyd', 'dan']) people.push(await world.person(name));
  const [ana, bob, cyd] = people as [Person, Person, Person];
  const clubs = [await createClub(world, ana, [bob, cyd]), await createClub(world, bob, [ana])];
  const rooms: { id: string; path: string }[] = [];
  for (const club of clubs) {
    for (const roles of [[club.user, club.admin], [club.admin]])
      rooms.push({
        id: await createChannelOf(world.platform, { communityId: club.communityId, roles }),
        path: '/v1/channel/chats',
      });
  }
  for (const [from, to] of [
    [ana, 'bob'],
    [bob, 'cyd'],
    [cyd, 'ana'],
  ] as const)
    rooms.push({
      id: (await from.post('/v1/conversations', { username: to })).body.newConversation._id,
      path: '/v1/chats',
    });

  const write = {
    post: async () => {
      const [by, content] = [one(people), text()];
      const place = random(2) === 0 ? '' : one(clubs).handle;
      const { status, body } = await by.upload(
        '/v1/posts',
        formOf(['content', content], ...(place === '' ? [] : [['community', place] as const])),
      );
      if (status === 201) posts.push({ id: body.post.post_id, place, by, content });
    },
    comment: async () => {
      const [by, content] = [one(people), text()];
      const place = posts.length > 0 ? one(posts).id : '';
      const { status, body } = await by.post(`/v1/posts/${place}/comments`, { content });
      if (status === 201) comments.push({ id: body.comment.comment_id, place, by, content });
    },
    message: async () => {
      const [by, content, room] = [one(people), text(), one(rooms)];
      const { status, body } = await by.upload(room.path, formOf(['conversation', room.id], ['content', content]));
      if (status === 201) messages.push({ id: body.message._id, place: room.id, by, content });
    },
  };
  const lists = [
    ['/v1/posts', posts],
    ['/v1/comments', comments],
    ['/v1/messages', messages],
  ] as const;
  const change = {
    edit: async () => {
      const [path, list] = one(lists);
      if (list.length === 0) return;
      const [thing, content] = [one(list), text()];
      if ((await thing.by.patch(`${path}/${thing.id}`, { content })).status === 200) thing.content = content;
    },
    delete: async () => {
      const [path, list] = one(lists);
      if (list.length === 0) return;
      const thing = one(list);
      await thing.by.delete(`${path}/${thing.id}`);
    },
    block: async () => {
      const [by, whom] = [one(people), one(people).user.username];
      const blocks = random(2) === 0;
      const path = `/v1/users/${whom}/block`;
      const { status } = await (blocks ? by.put(path) : by.delete(path));
      if (status !== 200) return;
      if (blocks) blocked.add(`${by.user.username} ${whom}`);
      else blocked.delete(`${by.user.username} ${whom}`);
    },
    community: async () => {
      const { handle } = one(clubs);
      const owner = handle === clubs[0]?.handle ? ana : bob;
      await owner.fetch(`/v1/communities/${handle}`, {
        method: 'PATCH',
        body: formOf(['visibility', one(['private', 'public'])]),
      });
    },
    leave: async () => {
      const { handle } = one(clubs);
      await (random(2) === 0
        ? one(people).post(`/v1/community/${handle}`)
        : one(people).delete(`/v1/community/${handle}`));
    },
    away: async () => {
      const room = one(rooms.filter(({ path }) => path === '/v1/chats'));
      await one(people).delete(`/v1/conversations/${room.id}`);
    },
  };
  const steps = [...Object.values(write), ...Object.values(write), ...Object.values(change)];
  for (let scene = 0; scene < scenes; scene += 1) {
    await one(steps)();
    await one(Object.values(write))();
    await world.runJobs();
    const [person, query] = [one(people), one(looked)];
    expect({ scene, ...(await found(person, query)) }).toEqual({ scene, ...(await expected(person, query)) });
  }
});
