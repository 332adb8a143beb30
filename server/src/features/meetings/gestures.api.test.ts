import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type Person, startWorld, testWorld } from '../../../test/harness.ts';
import { stayWith } from '../../../test/meeting-stay.ts';
import { talkIn } from '../../../test/talk.ts';

const world = await testWorld();
const { open } = talkIn(() => world);
const limited = await startWorld({ settings: { RATE_LIMITS: 'on' } });
afterAll(() => limited.close());

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A page in a meeting. */
async function page(person: Person, code: string) {
  const socket = await person.socket();
  const stay = stayWith(socket);
  stops.push(stay.stop);
  expect(await stay.enter({ code })).toEqual({ ok: true });
  const { peer_id: id, peers } = await socket.first('meetingEntered');
  const send = (event: string, payload: object = {}) => socket.send(event, { key: stay.key, ...payload });
  return { socket, id, peers, send, leave: stay.leave };
}

let meetings = 0;
/** Two people in a meeting, in the order they joined. */
async function two() {
  meetings += 1;
  const code = `gestures${meetings}`;
  const people = [await world.person(`ada_gestures_${meetings}`), await world.person(`bob_gestures_${meetings}`)];
  const [ada, bob] = people as [Person, Person];
  return { code, ada, bob, hers: await page(ada, code), his: await page(bob, code) };
}

test('everyone sees a raised hand, including people who join later, until it is lowered or its owner leaves', async () => {
  const { code, ada, hers, his } = await two();
  expect(await hers.send('meetingHand', { raised: true })).toEqual({ ok: true });
  for (const { socket } of [hers, his]) {
    expect(await socket.first('meetingHandChanged')).toEqual({ peer_id: hers.id, raised: true });
  }
  const later = await page(await world.person(`late_${meetings}`), code);
  expect(later.peers.map(({ hand }: { hand?: true }) => hand)).toEqual([true, undefined]);
  await hers.send('meetingHand', { raised: false });
  await later.socket.first('meetingHandChanged', ({ raised }) => !raised);
  await hers.send('meetingHand', { raised: true });
  await hers.leave();
  await page(ada, code);
  expect((await later.socket.first('meetingPeerJoined', ({ peer_id }) => peer_id !== hers.id)).hand).toBeUndefined();
});

test('a reaction is one emoji, and reaches those in the meeting and nobody else', async () => {
  const { hers, his } = await two();
  const elsewhere = await page(await world.person(`elsewhere_${meetings}`), 'another');
  expect(await his.send('meetingReact', { emoji: '🎉' })).toEqual({ ok: true });
  for (const { socket } of [hers, his]) {
    expect(await socket.first('meetingReacted')).toEqual({ peer_id: his.id, emoji: '🎉' });
  }
  expect(await his.send('meetingReact', { emoji: 'hello' })).toEqual({ ok: false, error: 'Choose a single emoji.' });
  expect(await his.send('meetingReact', { emoji: '🎉🎉' })).toMatchObject({ ok: false });
  expect(elsewhere.socket.all('meetingReacted')).toEqual([]);
});

test('only people in a meeting can raise hands, react or mute there', async () => {
  const { hers, his } = await two();
  const eve = await world.person(`eve_gestures_${meetings}`);
  const socket = await eve.socket();
  for (const [event, payload] of [
    ['meetingHand', { raised: true }],
    ['meetingReact', { emoji: '🎉' }],
    ['meetingMute', { peer_id: hers.id }],
  ] as const) {
    const answer = await socket.send(event, { key: randomUUID(), ...payload });
    expect(answer).toEqual({ ok: false, error: expect.stringContaining('no longer in this meeting') });
  }
  const elsewhere = await page(eve, `${meetings} elsewhere`);
  expect(await elsewhere.send('meetingMute', { peer_id: his.id })).toMatchObject({ ok: false });
  expect(his.socket.all('meetingMuted')).toEqual([]);
});

test('the host can mute somebody: nobody plays them from then on, and they can unmute themselves', async () => {
  const { code, ada, hers, his } = await two();
  expect(await his.send('meetingMute', { peer_id: hers.id })).toEqual({
    ok: false,
    error: 'Only whoever started this meeting can mute others.',
  });
  expect(await hers.send('meetingMute', { peer_id: his.id })).toEqual({ ok: true });
  expect(await his.socket.first('meetingMuted')).toMatchObject({
    peer_id: his.id,
    by: { username: ada.user.username },
  });
  const changed = await hers.socket.first('meetingPeerChanged');
  expect(changed).toEqual({ peer_id: his.id, media: { audio: false, video: false, screen: false } });
  const later = await page(ada, code);
  expect(later.peers.find(({ peer_id }: { peer_id: string }) => peer_id === his.id).media.audio).toBe(false);
  const media = { audio: true, video: false, screen: false };
  expect(await his.send('meetingChange', { media })).toEqual({ ok: true });
  await hers.socket.first('meetingPeerChanged', (change) => change.media.audio);
});

test('everyone knows who the host is: the person who started the call while they are in it, or else the one who has been there longest', async () => {
  const { ada, bob, hers, his } = await two();
  expect(await his.socket.first('meetingHost')).toEqual({ username: ada.user.username });
  await hers.leave();
  await his.socket.first('meetingHost', ({ username }) => username === bob.user.username);
  const { call } = (await ada.post(`/v1/rooms/${await open(ada, bob)}/call`)).body;
  const called = await page(bob, call.code);
  await called.socket.first('meetingHost', ({ username }) => username === bob.user.username);
  const caller = await page(ada, call.code);
  await called.socket.first('meetingHost', ({ username }) => username === ada.user.username);
  expect(await called.send('meetingMute', { peer_id: caller.id })).toMatchObject({ ok: false });
  expect(await caller.send('meetingMute', { peer_id: called.id })).toEqual({ ok: true });
});

test('nobody can flood a meeting with reactions', async () => {
  const floods = await page(await limited.person('floods'), 'flood');
  for (let count = 0; count < 60; count += 1) {
    expect(await floods.send('meetingReact', { emoji: '🎉' })).toEqual({ ok: true });
  }
  expect(await floods.send('meetingReact', { emoji: '🎉' })).toMatchObject({ ok: false });
  expect(await floods.send('meetingSay', { text: 'Sorry' })).toEqual({ ok: true });
});
