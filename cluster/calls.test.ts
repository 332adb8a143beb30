import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { stayWith } from '../server/test/meeting-stay.ts';
import { type Cluster, type Member, type Person, startCluster } from './support/cluster.ts';
import { openConversation } from './support/places.ts';

// A process takes seconds to start again.
vi.setConfig({ testTimeout: 180_000 });

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.close());

const stops: (() => void)[] = [];
afterAll(() => {
  for (const stop of stops) stop();
});

/** A person's page in a call. @param key identifies the stay to resume, as pages do after a lost connection */
async function enter(person: Person, member: Member, call: { code: string }, key?: string) {
  const socket = await person.socket(member);
  const stay = stayWith(socket, key);
  stops.push(stay.stop);
  expect(await stay.enter(call)).toEqual({ ok: true });
  return { socket, ...stay };
}

test('killing a process ends no call: its people reconnect to another, even if everybody was on it', async () => {
  const [one, two] = cluster.api;
  const [ada, bob] = [await cluster.person('ada'), await cluster.person('bob')];
  const room = await openConversation(one, ada, bob);
  const { call } = (await ada.at(one).post(`/v1/rooms/${room}/call`)).body;
  const callNow = async () => (await bob.at(two).get(`/v1/rooms/${room}/call`)).body.call;
  const people = async () => (await callNow()).people.map(({ username }: Person) => username).sort();
  const both = [ada.username, bob.username].sort();

  const hers = await enter(ada, one, call);
  const his = await enter(bob, two, call);
  await one.kill();
  hers.stop();
  await his.socket.first('meetingPeerLeft');
  expect(await people()).toEqual([bob.username]);
  const again = await enter(ada, two, call, hers.key);
  expect(await people()).toEqual(both);
  expect(his.socket.all('callChanged').filter(({ change }) => change === 'ended')).toEqual([]);

  await one.start();
  await two.kill();
  for (const stay of [again, his]) stay.stop();
  await vi.waitFor(async () => {
    const { body } = await bob.at(one).get(`/v1/rooms/${room}/call`);
    expect(body.call).toMatchObject({ call_id: call.call_id, people: [] });
  }, 20_000);
  await Promise.all([enter(ada, one, call, again.key), enter(bob, one, call, his.key)]);
  await two.start();
  expect(await callNow()).toMatchObject({ call_id: call.call_id, started_at: call.started_at, ended_at: null });
  expect(await people()).toEqual(both);
});
