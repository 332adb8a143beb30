import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MeetingPeer } from '@hubbub/contract/features/meetings/meetings.events.ts';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startWorld, type World } from '../../../test/harness.ts';
import { startStopwatch } from '../../../test/stopwatch.ts';

/** A minimal meeting service. */
const service = createServer((_request, response) => response.writeHead(404).end());

const turnSecret = 'a secret of the relay';

let world: World;
let ada: Person;
let meetings: string;
const sockets: Socket[] = [];
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  meetings = `http://127.0.0.1:${(service.address() as AddressInfo).port}/join`;
  world = await startWorld({
    settings: {
      MEETING_URL: meetings,
      ICE_SERVERS: 'stun:stun.example.org:3478',
      TURN_URL: 'turn:turn.example.org:3478,turns:turn.example.org:5349?transport=tcp',
      TURN_SECRET: turnSecret,
    },
  });
  ada = await world.person('ada', { name: 'Ada' });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(async () => {
  await world.close();
  service.close();
});

type Given = { event: string; payload: Record<string, never> & { peer_id: string } };

/** A page in a meeting: what it has received, and what it can do. It answers heartbeats unless it's `silent`. */
async function openPage(person: Person) {
  const socket = io(world.origin, {
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: { cookie: person.cookie },
  });
  sockets.push(socket);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const key = randomUUID();
  const got: Given[] = [];
  const waiting = new Set<() => void>();
  const page = { silent: false };
  socket.onAny((event: string, payload) => {
    if (event === 'meetingBeatWanted') {
      if (!page.silent) socket.emit('meetingBeat', { key });
      return;
    }
    got.push({ event, payload });
    for (const look of waiting) look();
  });
  const send = (event: string, payload: object): Promise<{ ok: boolean; error?: string }> =>
    socket.emitWithAck(event, payload);
  /** The first event with this name that `matches`, now or later. */
  const next = (event: string, matches: (payload: Given['payload']) => boolean = () => true) =>
    new Promise<Given['payload']>((resolve) => {
      const look = () => {
        const found = got.find((one) => one.event === event && matches(one.payload));
        if (!found) return;
        waiting.delete(look);
        resolve(found.payload);
      };
      waiting.add(look);
      look();
    });
  const media = { audio: true, video: true, screen: false };
  const join = (room: string, as = key) => send('meetingJoin', { room, key: as, media });
  return Object.assign(page, { socket, key, got, send, next, join, media });
}

const entered = async (person: Person, room: string) => {
  const page = await openPage(person);
  expect(await page.join(room)).toEqual({ ok: true });
  const { peer_id, peers } = (await page.next('meetingEntered')) as unknown as {
    peer_id: string;
    peers: MeetingPeer[];
  };
  return Object.assign(page, { id: peer_id, peers });
};

describe('GET /v1/meetings/{room}/address', () => {
  test("is the meeting service's address with the parameters of a meeting and the caller's name and picture", async () => {
    const { body } = await ada.get('/v1/meetings/a%26b/address');
    const url = new URL(body.url);
    expect(url.origin + url.pathname).toBe(meetings);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      room: 'a&b',
      roomPassword: '0',
      name: 'Ada',
      avatar: 'http://localhost/media/profiles/default.png',
      audio: '1',
      video: '1',
      screen: '0',
      hide: '0',
      notify: '1',
      duration: 'unlimited',
    });
  });

  test('is the built-in room without MEETING_URL', async () => {
    const plain = await startWorld();
    const bob = await plain.person('bob');
    const { body } = await bob.get('/v1/meetings/AbC1234/address');
    expect(body.reachable).toBe(true);
    expect(body.url).toMatch(/^\/meet\/join\?room=AbC1234&roomPassword=0&name=bob&/);
    expect((await bob.get('/v1/meetings/ice-servers')).body).toEqual({ ice_servers: [] });
    await plain.close();
  });

  test('says whether the service answers, whatever the answer is', async () => {
    expect((await ada.get('/v1/meetings/AbC1234/address')).body.reachable).toBe(true);
    const down = await startWorld({ settings: { MEETING_URL: 'http://127.0.0.1:1/join' } });
    const bob = await down.person('bob');
    expect((await bob.get('/v1/meetings/AbC1234/address')).body).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/join\?room=/),
      reachable: false,
    });
    await down.close();
  });

  test('a code of more than 64 characters is 400', async () => {
    expect((await ada.get(`/v1/meetings/${'x'.repeat(65)}/address`)).status).toBe(400);
  });

  test('a MEETING_URL other than http or https stops the start', async () => {
    await expect(startWorld({ settings: { MEETING_URL: 'javascript:alert(1)' } })).rejects.toThrow('MEETING_URL');
    await expect(startWorld({ settings: { TURN_URL: 'turn:a' } })).rejects.toThrow('TURN_SECRET');
  });
});

test('GET /v1/meetings/ice-servers: credentials have the form TURN servers expect, and are valid for hours', async () => {
  const [stun, turn] = (await ada.get('/v1/meetings/ice-servers')).body.ice_servers;
  expect(stun).toEqual({ urls: ['stun:stun.example.org:3478'] });
  expect(turn.urls).toEqual(['turn:turn.example.org:3478', 'turns:turn.example.org:5349?transport=tcp']);
  const [until, whose] = turn.username.split(':');
  expect(whose).toBe(ada.user_id);
  expect(Number(until) * 1000).toBeGreaterThan(Date.now() + 3_600_000);
  expect(turn.credential).toBe(createHmac('sha1', turnSecret).update(turn.username).digest('base64'));
});

describe('a meeting', () => {
  test("a person who joins learns who's there, and the others learn who joined", async () => {
    const bob = await world.person('bob_enters');
    const first = await entered(ada, 'enter');
    expect(first.peers).toEqual([]);
    const second = await entered(bob, 'enter');
    const user = { username: 'ada', name: 'Ada', profile_path: '/profiles/default.png' };
    expect(second.peers).toEqual([{ peer_id: first.id, user, media: first.media }]);
    expect(await first.next('meetingPeerJoined')).toMatchObject({
      peer_id: second.id,
      user: { username: 'bob_enters' },
    });
  });

  test('the others see mute and screen share', async () => {
    const [one, two] = [await entered(ada, 'mute'), await entered(ada, 'mute')];
    const media = { audio: false, video: true, screen: true };
    expect(await one.send('meetingChange', { key: one.key, media })).toEqual({ ok: true });
    expect(await two.next('meetingPeerChanged')).toEqual({ peer_id: one.id, media });
    expect((await entered(ada, 'mute')).peers.find(({ peer_id }) => peer_id === one.id)?.media).toEqual(media);
  });

  test("signals reach only the page they're for, and only in the same room", async () => {
    const [one, two, three] = [
      await entered(ada, 'signal'),
      await entered(ada, 'signal'),
      await entered(ada, 'signal'),
    ];
    const stranger = await entered(ada, 'elsewhere');
    const description = { type: 'offer', sdp: 'v=0' };
    expect(await one.send('meetingSignal', { key: one.key, to: two.id, description })).toEqual({ ok: true });
    expect(await two.next('meetingSignaled')).toEqual({ from: one.id, description });
    const ends = { connection: crypto.randomUUID(), to_connection: crypto.randomUUID() };
    await two.send('meetingSignal', { key: two.key, to: one.id, description, ...ends });
    expect(await one.next('meetingSignaled')).toEqual({ from: two.id, description, ...ends });
    expect(await stranger.send('meetingSignal', { key: stranger.key, to: two.id, description })).toEqual({
      ok: false,
      error: 'This person has left the meeting.',
    });
    expect(three.got.some(({ event }) => event === 'meetingSignaled')).toBe(false);
  });

  test('what someone writes reaches everyone, with the name from the session', async () => {
    const [one, two] = [await entered(ada, 'say'), await entered(ada, 'say')];
    await one.send('meetingSay', { key: one.key, text: 'Hello' });
    for (const page of [one, two]) {
      expect(await page.next('meetingSaid')).toMatchObject({ from: one.id, user: { name: 'Ada' }, text: 'Hello' });
    }
    expect((await one.send('meetingSay', { key: one.key, text: ' ' })).error).toBe('Write a message first');
    expect((await one.send('meetingSay', { key: one.key, text: 'x'.repeat(1001) })).error).toBeDefined();
  });

  test("someone else's key is useless", async () => {
    const eve = await openPage(await world.person('eve'));
    const one = await entered(ada, 'key');
    expect((await eve.send('meetingSay', { key: one.key, text: 'I am Ada' })).error).toContain(
      'no longer in this meeting',
    );
    expect((await eve.send('meetingLeave', { key: one.key })).ok).toBe(true);
    expect((await entered(ada, 'key')).peers).toHaveLength(1);
  });

  test('a key is good for one stay, whoever uses it again', async () => {
    const eve = await openPage(await world.person('eve_joins'));
    const one = await entered(ada, 'one_stay');
    const answers = [await eve.join('another', one.key), await eve.join('one_stay', one.key)];
    for (const { error } of answers) expect(error).toBe('This page is in another meeting. Join again with a new key.');
    const page = await openPage(ada);
    const both = await Promise.all([page.join('here'), page.join('there')]);
    for (const { error } of both) expect(error ?? '').not.toContain('Something went wrong');
    expect((await entered(ada, 'one_stay')).peers).toHaveLength(1);
  });

  test("someone else's heartbeats keep no page in a meeting", async () => {
    const eve = await openPage(await world.person('eve_beats'));
    const [stays, frozen] = [await entered(ada, 'beats'), await entered(ada, 'beats')];
    frozen.silent = true;
    const beating = setInterval(() => eve.socket.emit('meetingBeat', { key: frozen.key }), 200);
    await stays.next('meetingPeerLeft', ({ peer_id }) => peer_id === frozen.id);
    clearInterval(beating);
  });

  test("a microphone, camera or screen that a client doesn't mention counts as off", async () => {
    const stays = await entered(ada, 'quiet');
    for (const [media, shown] of [
      [
        { audio: true, video: true },
        { audio: true, video: true, screen: false },
      ],
      [undefined, { audio: false, video: false, screen: false }],
    ] as const) {
      const page = await openPage(ada);
      expect(await page.send('meetingJoin', { room: 'quiet', key: page.key, media })).toEqual({ ok: true });
      const { peer_id } = (await page.next('meetingEntered')) as unknown as { peer_id: string };
      expect(await stays.next('meetingPeerJoined', (peer) => peer.peer_id === peer_id)).toMatchObject({ media: shown });
    }
  });

  test("rejects anything that isn't a meeting event", async () => {
    const page = await openPage(ada);
    const { key, media } = page;
    for (const [event, payload] of [
      ['meetingJoin', { room: '', key, media }],
      ['meetingJoin', { room: 'x'.repeat(65), key, media }],
      ['meetingJoin', { room: 'a', key: 'guess', media }],
      ['meetingJoin', { room: 'a', key, media: { audio: 'yes' } }],
      ['meetingSignal', { key, to: key, description: { type: 'offer', sdp: 'x'.repeat(48_001) } }],
      ['meetingSignal', { key, to: 'everybody' }],
      ['meetingSignal', { key, to: key, connection: 'the last one' }],
    ] as const) {
      expect((await page.send(event, payload)).error).toBeTypeOf('string');
    }
    expect((await page.send('meetingJoin', { room: 'a', key: 'guess', media })).error).toContain('UUID');
  });

  test('a ninth person learns that the meeting is full, even when many join at the same moment', async () => {
    const pages = await Promise.all(Array.from({ length: 10 }, () => openPage(ada)));
    const answers = await Promise.all(pages.map((page) => page.join('full')));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(8);
    const refused = answers.filter(({ error }) => error !== undefined);
    expect(refused).toHaveLength(2);
    expect(refused[0]?.error).toContain('This meeting is full');
    const inside = pages[answers.findIndex(({ ok }) => ok)]!;
    await inside.send('meetingLeave', { key: inside.key });
    expect(await pages[answers.findIndex(({ error }) => error)]!.join('full')).toEqual({ ok: true });
  });

  test('nobody keeps others out with many pages: the last of them makes room for each who comes', async () => {
    const pages = [];
    for (let count = 0; count < 8; count += 1) pages.push(await entered(ada, 'hogged'));
    const [bob, last] = [await world.person('bob_late'), pages.at(-1)!];
    const late = await entered(bob, 'hogged');
    expect(late.peers.map(({ peer_id }) => peer_id)).toEqual(pages.slice(0, -1).map(({ id }) => id));
    expect(await pages[0]!.next('meetingPeerLeft')).toEqual({ peer_id: last.id });
    expect(await last.next('meetingClosed')).toEqual({ peer_id: last.id });
    expect((await last.join('hogged')).error).toContain('This meeting is full');
    expect((await (await openPage(bob)).join('hogged')).error).toContain('This meeting is full');
  });

  test('someone who leaves is gone right away', async () => {
    const [one, two] = [await entered(ada, 'leave'), await entered(ada, 'leave')];
    await one.send('meetingLeave', { key: one.key });
    expect(await two.next('meetingPeerLeft')).toEqual({ peer_id: one.id });
    expect((await one.send('meetingSay', { key: one.key, text: 'Hello?' })).error).toContain(
      'no longer in this meeting',
    );
  });

  test('someone who vanishes leaves within 5 s, whether the connection closed or the page stopped answering', async () => {
    const [stays, killed, frozen] = [
      await entered(ada, 'vanish'),
      await entered(ada, 'vanish'),
      await entered(ada, 'vanish'),
    ];
    const elapsed = startStopwatch();
    killed.socket.disconnect();
    frozen.silent = true;
    await Promise.all([killed, frozen].map(({ id }) => stays.next('meetingPeerLeft', ({ peer_id }) => peer_id === id)));
    expect(elapsed()).toBeLessThan(5000);
    expect(await frozen.next('meetingClosed')).toEqual({ peer_id: frozen.id });
    expect((await entered(ada, 'vanish')).peers.map(({ peer_id }) => peer_id)).toEqual([stays.id]);
  });

  test('someone who comes back within that time with the same key is the same person, and no one left', async () => {
    const [one, two] = [await entered(ada, 'back'), await entered(ada, 'back')];
    one.socket.disconnect();
    const again = await openPage(ada);
    expect(await again.join('back', one.key)).toEqual({ ok: true });
    expect(await again.next('meetingEntered')).toMatchObject({ peer_id: one.id, peers: [{ peer_id: two.id }] });
    expect(await two.next('meetingPeerChanged')).toMatchObject({ peer_id: one.id });
    expect(two.got.some(({ event }) => event === 'meetingPeerLeft')).toBe(false);
  });

  test('a deleted account leaves its meetings', async () => {
    const cleo = await world.person('cleo');
    const [stays, goes] = [await entered(ada, 'deleted'), await entered(cleo, 'deleted')];
    await cleo.delete('/v1/users');
    expect(await stays.next('meetingPeerLeft')).toEqual({ peer_id: goes.id });
  });
});
