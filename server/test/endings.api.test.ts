import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { type Club, createClub } from './community.ts';
import type { LiveSocket, Person, World } from './harness.ts';
import { moderatingIn } from './moderation.ts';
import { noRedis, type TestRedis } from './redis.ts';
import { startStopwatch } from './stopwatch.ts';
import { startTwoProcesses, type TwoProcesses } from './two-processes.ts';

/** Whatever ends on one process has ended on the other a second later, whatever carries the notice. */

const second = 1_000;

describe.skipIf(noRedis)(
  noRedis ??
    'Endings take effect everywhere within a second: sockets, meetings, open pages, several processes, Redis away',
  () => {
    let processes: TwoProcesses;
    let redis: TestRedis;
    let one: World;
    let two: World;
    let mod: Person;
    let club: Club;
    let channel: string;
    let count = 0;

    beforeAll(async () => {
      processes = await startTwoProcesses();
      ({ redis, one, two } = processes);
      mod = await one.person('mod');
      await moderatingIn(one).give(mod, 'admin');
      club = await createClub(one, mod, []);
      channel = await createChannelOf(one.platform, { communityId: club.communityId, roles: [club.user] });
    });
    afterAll(() => processes?.close());

    const newPerson = async () => {
      count += 1;
      return await one.person(`person_${count}`);
    };

    /** Somebody with a page at the other process, in a meeting and in a channel. */
    async function somebodyAtTwo() {
      const person = await newPerson();
      await person.post(`/v1/community/${club.handle}`);
      const socket = await two.socketOf(person.cookie);
      const key = randomUUID();
      const room = `room-${key.slice(0, 8)}`;
      for (const [event, payload] of [
        ['joinCommunity', club.handle],
        ['joinChannel', channel],
        ['meetingJoin', { room, key, media: { audio: true, video: false, screen: false } }],
      ] as const) {
        expect([event, await socket.send(event, payload)]).toEqual([event, { ok: true }]);
      }
      return { person, socket, room, atTwo: two.withCookie(person.cookie) };
    }
    type Somebody = Awaited<ReturnType<typeof somebodyAtTwo>>;

    const isSeated = async (room: string) => {
      const { rows } = await one.platform.db.pool.query('select from meeting_peers where room = $1', [room]);
      return rows.length > 0;
    };
    const inRoom = (name: string, { person }: Somebody) => two.platform.realtime.usersIn(name).has(person.user_id);

    /** What's left of somebody's connections and rights a second after a call was answered. */
    async function leftAfter(call: Promise<{ status: number }>, still: () => Promise<unknown[]>): Promise<unknown[]> {
      expect((await call).status).toBe(200);
      const elapsed = startStopwatch();
      for (;;) {
        const left = await still();
        if (left.length === 0 || elapsed() > second) return left;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }

    const signedIn = (somebody: Somebody, isOpen: (socket: LiveSocket) => boolean) => async () => {
      const left: string[] = [];
      if (isOpen(somebody.socket)) left.push('the socket');
      if (await isSeated(somebody.room)) left.push('the seat in a meeting');
      if ((await somebody.atTwo.get('/v1/users')).status !== 401) left.push('the session');
      return left;
    };
    const member = (somebody: Somebody) => async () => {
      const left: string[] = [];
      if (inRoom(`community:${club.communityId}`, somebody)) left.push('the community live');
      if (inRoom(`channel:${channel}`, somebody)) left.push('the channel live');
      if ((await somebody.atTwo.get(`/v1/channel/chats/${channel}`)).status === 200) left.push('the channel');
      const told = ['communityChanged', 'channelClosed', 'resync'].some(
        (event) => somebody.socket.all(event).length > 0,
      );
      if (!told) left.push("a page that hasn't heard of it");
      return left;
    };

    const endings: [string, 'signed in' | 'member', (somebody: Somebody) => Promise<{ status: number }>][] = [
      [
        'a suspension',
        'signed in',
        ({ person }) => mod.put(`/v1/users/${person.user.username}/suspension`, { text: 'Spam.' }),
      ],
      [
        'sessions that the team ends',
        'signed in',
        ({ person }) => mod.delete(`/v1/site/people/${person.user.username}/sessions`),
      ],
      ['a log-out', 'signed in', ({ person }) => person.post('/v1/users/logout')],
      ['a deleted account', 'signed in', ({ person }) => person.delete('/v1/users')],
      ['a ban', 'member', ({ person }) => mod.put(`/v1/community/${club.handle}/bans/${person.user.username}`, {})],
      [
        'a removed member',
        'member',
        ({ person }) => mod.delete(`/v1/community/${club.handle}/members/${person.user.username}`),
      ],
    ];

    const everybody = () => Promise.all(endings.map(somebodyAtTwo));

    /** Ends everything at once, each for a different person. @returns what's left of it a second later */
    async function endAll(people: Somebody[]): Promise<unknown[]> {
      const left = endings.map(async ([what, kind, end], index) => {
        const somebody = people[index] as Somebody;
        let isOpen = true;
        void somebody.socket.closed.then(() => {
          isOpen = false;
        });
        const still = kind === 'member' ? member(somebody) : signedIn(somebody, () => isOpen);
        return { what, left: await leftAfter(end(somebody), still) };
      });
      return (await Promise.all(left)).filter((each) => each.left.length > 0);
    }

    test('with several processes', async () => {
      expect(await endAll(await everybody())).toEqual([]);
    });

    // The time a process waits for the CPU on a busy machine doesn't count.
    describe('while Redis', { retry: 2 }, () => {
      let people: Somebody[];
      beforeEach(async () => {
        people = await everybody();
      });

      test('is away', async () => {
        await redis.kill();
        try {
          expect(await endAll(people)).toEqual([]);
        } finally {
          await redis.start();
          await expect.poll(() => one.platform.realtime.isConnected && two.platform.realtime.isConnected).toBe(true);
        }
      });
      test('hangs', async () => {
        redis.freeze();
        expect(await endAll(people)).toEqual([]);
      });
      afterEach(() => redis.thaw());
    });

    test('and people who stay are kept', async () => {
      const somebody = await somebodyAtTwo();
      await redis.kill();
      await somebody.socket.count('resync', 3);
      expect((await somebody.atTwo.get('/v1/users')).status).toBe(200);
      expect(two.platform.realtime.usersIn(`person:${somebody.person.user_id}`).size).toBe(1);
      expect(inRoom(`channel:${channel}`, somebody)).toBe(true);
      await redis.start();
    });
  },
);
