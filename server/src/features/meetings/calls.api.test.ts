import { randomUUID } from 'node:crypto';
import { call as callShape } from '@hubbub/contract/features/meetings/calls.shapes.ts';
import { describe, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createClub } from '../../../test/community.ts';
import { type Answer, type LiveSocket, type Person, testWorld } from '../../../test/harness.ts';
import { stayWith } from '../../../test/meeting-stay.ts';
import { talkIn } from '../../../test/talk.ts';

const world = await testWorld();
const { acquainted, strangers, open, write, unread, texts } = talkIn(() => world);

type Json = Answer['body'];

const start = (person: Person, room: string) => person.post(`/v1/rooms/${room}/call`);
const callIn = async (person: Person, room: string): Promise<Json> =>
  (await person.get(`/v1/rooms/${room}/call`)).body.call;
const decline = (person: Person, { call_id }: Json, body = {}) => person.post(`/v1/calls/${call_id}/decline`, body);
const media = { audio: true, video: false, screen: false };
const enter = (socket: LiveSocket, { code }: Json, key = randomUUID()) =>
  socket.send('meetingJoin', { room: code, key, media });
const change = (socket: LiveSocket, kind: string, username?: string): Promise<Json> =>
  socket.first('callChanged', (each) => each.change === kind && (!username || each.username === username));
const names = (people: Json[]): string[] => people.map(({ username }) => username).sort();
const lines = async (person: Person, room: string): Promise<Json[]> =>
  (await person.get(`/v1/chats/${room}`)).body.messages.filter(({ system }: Json) => system?.kind === 'call');

/** Moves the start of a call into the past and runs its job. */
async function pass({ call_id }: Json, seconds: number): Promise<void> {
  await world.sql('update calls set started_at = started_at - make_interval(secs => $2) where id = $1', [
    call_id,
    seconds,
  ]);
  await world.platform.jobs.add(world.platform.db.kysely, 'meetings.settle-calls', {});
  await world.runJobs();
}

/** Two people who have talked, with a socket each. */
async function talking() {
  const [ada, bob, room] = await acquainted();
  await write(ada, room, 'Hello');
  return { ada, bob, room, adas: await ada.socket(), bobs: await bob.socket() };
}

/** A group of three, each with a socket. */
async function threesome() {
  const [ada, bob] = await strangers();
  const [eve] = await strangers();
  const usernames = [bob.user.username, eve.user.username];
  const { newConversation } = (await ada.post('/v1/conversations', { usernames, name: 'Three' })).body;
  const [adas, bobs, eves] = await Promise.all([ada, bob, eve].map((each) => each.socket({ groups: true })));
  return { ada, bob, eve, room: newConversation._id, adas, bobs, eves } as {
    ada: Person;
    bob: Person;
    eve: Person;
    room: string;
    adas: LiveSocket;
    bobs: LiveSocket;
    eves: LiveSocket;
  };
}

describe('A call', () => {
  test('rings the other on every device, is answered once, and ends when nobody is in it, with a message in the conversation', async () => {
    const { ada, bob, room, adas, bobs } = await talking();
    const second = await bob.socket();
    const { status, body } = await start(ada, room);
    expect(status).toBe(201);
    expect(names(callShape.strict().parse(body.call).ringing)).toEqual([bob.user.username]);
    for (const socket of [bobs, second]) expect((await change(socket, 'ringing')).call.call_id).toBe(body.call.call_id);
    const [first, other] = [randomUUID(), randomUUID()];
    expect(await enter(adas, body.call, first)).toEqual({ ok: true });
    expect(await enter(bobs, body.call, other)).toEqual({ ok: true });
    expect((await change(second, 'joined', bob.user.username)).call.ringing).toEqual([]);
    expect(names((await callIn(ada, room)).people)).toEqual(names([ada.user, bob.user]));
    await bobs.send('meetingLeave', { key: other });
    expect((await change(adas, 'left', bob.user.username)).call.ended_at).toBeNull();
    await adas.send('meetingLeave', { key: first });
    expect((await change(second, 'ended')).call.ended_at).not.toBeNull();
    expect(await callIn(ada, room)).toBeNull();
    const [line] = await lines(bob, room);
    expect(line).toMatchObject({ system: { kind: 'call', missed: false } });
    expect(line.message).toMatch(/^Call, \d+ seconds?$/);
    expect(line.message).toContain(String(line.system.seconds));
    expect(line.system.actor.username).toBe(ada.user.username);
    expect(await unread(bob, room)).toBe(0);
    expect(await enter(adas, body.call)).toEqual({ ok: false, error: expect.stringContaining('over') });
  });

  test('rings on devices that connect meanwhile, too', async () => {
    const { ada, bob, room } = await talking();
    const { call } = (await start(ada, room)).body;
    const late = await bob.socket();
    expect((await change(late, 'ringing')).call.call_id).toBe(call.call_id);
    await decline(bob, call);
    expect((await change(late, 'ended')).call.ringing).toEqual([]);
  });

  test("that isn't answered within 40 seconds is missed, and counts as unread", async () => {
    const { ada, bob, room, adas, bobs } = await talking();
    await bob.get(`/v1/chats/${room}`);
    const { call } = (await start(ada, room)).body;
    await enter(adas, call);
    await pass(call, 39);
    expect(names((await callIn(ada, room)).ringing)).toEqual([bob.user.username]);
    await pass(call, 1);
    await change(bobs, 'missed', bob.user.username);
    await change(adas, 'ended');
    expect(await unread(bob, room)).toBe(1);
    expect(await unread(ada, room)).toBe(0);
    expect((await lines(bob, room))[0]).toMatchObject({ message: 'Missed call', system: { seconds: 0, missed: true } });
  });

  test("is shown in the list of conversations, with the caller's name, until there is a newer message", async () => {
    const { ada, bob, room, adas } = await talking();
    const listed = async () =>
      (await bob.get('/v1/conversations')).body.conversations.find(({ _id }: { _id: string }) => _id === room);
    const { call } = (await start(ada, room)).body;
    await decline(bob, call);
    await change(adas, 'ended');
    const line = { kind: 'call', missed: true, actor: { username: ada.user.username } };
    expect((await listed()).last_message_system).toMatchObject(line);
    await bob.post('/v1/chats', { conversation: room, content: 'Later' });
    expect((await listed()).last_message_system).toBeUndefined();
  });

  test('that the last one declines ends at once, and says if they were busy', async () => {
    const { ada, bob, eve, room, adas } = await threesome();
    const { call } = (await start(ada, room)).body;
    await enter(adas, call);
    expect((await decline(bob, call, { reason: 'busy' })).status).toBe(200);
    expect(await change(adas, 'declined', bob.user.username)).toMatchObject({
      reason: 'busy',
      call: { ended_at: null },
    });
    for (let n = 0; n < 2; n += 1) expect((await decline(eve, call)).body).toEqual({});
    await change(adas, 'ended');
    expect(await callIn(bob, room)).toBeNull();
    expect((await lines(ada, room))[0].system).toMatchObject({ missed: true });
  });

  test('goes on while others are in it, and people who declined may still join', async () => {
    const { ada, bob, eve, room, adas, bobs, eves } = await threesome();
    const { call } = (await start(ada, room)).body;
    const key = randomUUID();
    await enter(adas, call, key);
    await decline(eve, call);
    await enter(bobs, call);
    await pass(call, 100);
    await adas.send('meetingLeave', { key });
    expect(await enter(eves, call)).toEqual({ ok: true });
    expect(names((await callIn(ada, room)).people)).toEqual(names([bob.user, eve.user]));
  });

  test('is a single one, even if both call at the same moment', async () => {
    const { ada, bob, room } = await talking();
    const answers = await Promise.all([start(ada, room), start(bob, room), start(ada, room)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.call.call_id)).size).toBe(1);
  });

  test("is for those in its room: others can't see, decline or join it, and learn nobody's name", async () => {
    const { ada, room } = await talking();
    const [eve] = await strangers();
    const { call } = (await start(ada, room)).body;
    expect((await eve.get(`/v1/rooms/${room}/call`)).status).toBe(404);
    expect((await start(eve, room)).status).toBe(404);
    expect((await decline(eve, call)).status).toBe(404);
    const socket = await eve.socket();
    const ack = (await enter(socket, call)) as { error: string };
    expect(ack.error).toMatch(/not found/i);
    expect(ack.error).not.toContain(ada.user.username);
    expect(socket.received).toEqual([]);
  });

  test("can't be made if either person has blocked the other, nor in channels", async () => {
    const { ada, bob, room } = await talking();
    await bob.put(`/v1/users/${ada.user.username}/block`);
    for (const person of [ada, bob]) expect((await start(person, room)).status).toBe(422);
    const { communityId, user } = await createClub(world, ada, []);
    const channel = await createChannelOf(world.platform, { communityId, roles: [user] });
    expect((await start(ada, channel)).status).toBe(422);
    const { body } = await ada.post('/v1/channel/chats', { conversation: channel, content: 'Begin here' });
    const thread = await ada.put(`/v1/messages/${body.message._id}/thread`);
    expect(thread.status).toBe(201);
    expect((await start(ada, thread.body.room.room_id)).status).toBe(422);
  });

  test('ends for a person who is removed from its group, and goes on for the others', async () => {
    const { ada, bob, eve, room, adas, bobs, eves } = await threesome();
    const { call } = (await start(ada, room)).body;
    const stays = [stayWith(adas), stayWith(bobs), stayWith(eves)];
    for (const stay of stays) expect(await stay.enter(call)).toEqual({ ok: true });
    await ada.delete(`/v1/conversations/${room}/members/${eve.user.username}`);
    await eves.first('meetingClosed', () => true);
    expect(await stays[2]!.enter(call)).toEqual({ ok: false, error: expect.stringMatching(/not found/i) });
    expect(names((await callIn(bob, room)).people)).toEqual(names([ada.user, bob.user]));
    for (const stay of stays) stay.stop();
  });

  test('stops ringing for people who leave its group, and ends when it rings for nobody', async () => {
    const { ada, bob, eve, room, adas, eves } = await threesome();
    const { call } = (await start(ada, room)).body;
    await enter(adas, call);
    await ada.delete(`/v1/conversations/${room}/members/${bob.user.username}`);
    await change(adas, 'declined', bob.user.username);
    expect(names((await change(eves, 'declined', bob.user.username)).call.ringing)).toEqual([eve.user.username]);
    await eve.delete(`/v1/conversations/${room}/members/${eve.user.username}`);
    expect((await change(adas, 'ended')).call.ringing).toEqual([]);
  });

  test('stops ringing, and ends, when the person it rings for blocks the other', async () => {
    const { ada, bob, room, adas, bobs } = await talking();
    const { call } = (await start(ada, room)).body;
    await enter(adas, call);
    await bob.put(`/v1/users/${ada.user.username}/block`);
    expect((await change(bobs, 'ended')).call.ringing).toEqual([]);
    expect(await lines(bob, room)).toMatchObject([{ system: { missed: true } }]);
  });

  test('sends events to the people in its group and nobody else, even after its starter has left', async () => {
    const { ada, bob, eve, room, adas, bobs, eves } = await threesome();
    const { call } = (await start(ada, room)).body;
    await change(adas, 'ringing');
    await ada.delete(`/v1/conversations/${room}/members/${ada.user.username}`);
    await decline(bob, call);
    await decline(eve, call);
    for (const socket of [bobs, eves]) expect((await change(socket, 'ended')).call.call_id).toBe(call.call_id);
    await adas.send('meetingHand', { key: randomUUID(), raised: true });
    expect(adas.all('callChanged').map((each) => each.change)).toEqual(['ringing']);
    expect(await lines(bob, room)).toHaveLength(1);
  });

  test('ends if one blocks the other meanwhile', async () => {
    const { ada, bob, room, adas, bobs } = await talking();
    const { call } = (await start(ada, room)).body;
    const stays = [stayWith(adas), stayWith(bobs)];
    for (const stay of stays) await stay.enter(call);
    await bob.put(`/v1/users/${ada.user.username}/block`);
    for (const socket of [adas, bobs]) await socket.first('meetingClosed', () => true);
    await change(bobs, 'ended');
    for (const stay of stays) expect(await stay.enter(call)).toMatchObject({ ok: false });
    for (const stay of stays) stay.stop();
  });

  test('ends with the account that started it, and nobody can join its meeting after that', async () => {
    const { ada, bob, eve, room, adas, bobs, eves } = await threesome();
    const { call } = (await start(ada, room)).body;
    const stays = [stayWith(adas), stayWith(bobs)];
    for (const stay of stays) await stay.enter(call);
    await ada.delete('/v1/users');
    await world.runJobs();
    for (const socket of [bobs, eves])
      expect(await socket.first('receiveMessage', ({ system }) => system?.kind === 'call')).toMatchObject({
        system: { missed: false },
      });
    expect((await change(eves, 'ended')).call).toMatchObject({ call_id: call.call_id, people: [] });
    await bobs.first('meetingClosed', () => true);
    for (const stay of [stays[1]!, stayWith(eves)]) {
      expect(await stay.enter(call)).toEqual({ ok: false, error: expect.stringMatching(/not found/i) });
      stay.stop();
    }
    for (const person of [bob, eve]) {
      expect(await callIn(person, room)).toBeNull();
      expect(await lines(person, room)).toHaveLength(1);
    }
  });

  test('that rings when the account that started it is deleted is missed, which the conversation says', async () => {
    const { ada, bob, room, bobs } = await talking();
    await bob.get(`/v1/chats/${room}`);
    await start(ada, room);
    await change(bobs, 'ringing');
    await ada.delete('/v1/users');
    await world.runJobs();
    await change(bobs, 'ended');
    await bobs.first('receiveMessage', ({ system }) => system?.missed === true);
    expect(await unread(bob, room)).toBe(1);
    const [line, ...others] = await lines(bob, room);
    expect([line.message, others]).toEqual(['Missed call', []]);
    expect(line.system.actor._id).not.toBe(ada.user.user_id);
  });

  test("in a group doesn't ring for those who have muted it, but a muted conversation of two does", async () => {
    const { ada, bob, eve, room, eves } = await threesome();
    await eve.put(`/v1/rooms/${room}/notify`, { notify: 'none' });
    await bob.put(`/v1/rooms/${room}/notify`, { notify: 'mentions' });
    expect(names((await start(ada, room)).body.call.ringing)).toEqual([bob.user.username]);
    expect((await change(eves, 'ringing')).call.ringing).not.toContainEqual(
      expect.objectContaining({ username: eve.user.username }),
    );
    const two = await talking();
    await two.bob.put(`/v1/rooms/${two.room}/notify`, { notify: 'none' });
    expect(names((await start(two.ada, two.room)).body.call.ringing)).toEqual([two.bob.user.username]);
  });

  test("in a group doesn't ring for people who have blocked the caller", async () => {
    const { ada, bob, eve, room } = await threesome();
    await eve.put(`/v1/users/${ada.user.username}/block`);
    expect(names((await start(ada, room)).body.call.ringing)).toEqual([bob.user.username]);
  });

  test('by a stranger whose first message would be a request is silent, and the request says that it was missed', async () => {
    const [ada, bob] = await strangers();
    await bob.patch('/v1/notifications/settings', { messages_from: 'known' });
    const room = await open(ada, bob);
    const bobs = await bob.socket();
    const { status, body } = await start(ada, room);
    expect([status, body.call.ringing]).toEqual([201, []]);
    await pass(body.call, 41);
    expect(bobs.all('callChanged')).toEqual([]);
    const [listed] = (await bob.get('/v1/conversations')).body.conversations;
    expect(listed).toMatchObject({ _id: room, request: true });
    expect(await texts(bob, room)).toEqual(['Missed call']);
    expect((await bob.get('/v1/unread')).body.total).toBe(0);
  });

  test('outlives the silence of everyone in it for ten seconds, because their process may have been killed', async () => {
    const { ada, bob, room, adas, bobs } = await talking();
    const { call } = (await start(ada, room)).body;
    await enter(adas, call);
    await enter(bobs, call);
    await world.sql('delete from meeting_peers where room = $1', [call.code]);
    await pass(call, 0);
    expect((await callIn(bob, room)).call_id).toBe(call.call_id);
    await world.sql("update calls set silent_at = silent_at - interval '10 seconds' where id = $1", [call.call_id]);
    await pass(call, 0);
    expect(await callIn(bob, room)).toBeNull();
    expect((await lines(ada, room))[0].system.missed).toBe(false);
  });

  test("keeps ringing for ten seconds while the caller's page reloads", async () => {
    const { ada, bob, room, adas, bobs } = await talking();
    const { call } = (await start(ada, room)).body;
    const key = randomUUID();
    await enter(adas, call, key);
    await adas.send('meetingLeave', { key, may_return: true });
    expect((await callIn(bob, room)).ringing).toMatchObject([{ username: bob.user.username }]);
    expect(await enter(adas, call)).toEqual({ ok: true });
    await pass(call, 11);
    expect(await enter(bobs, call)).toEqual({ ok: true });
    expect((await callIn(bob, room)).people).toHaveLength(2);
  });

  test("ends ten seconds after the caller's page was closed for good", async () => {
    const { ada, bob, room, adas } = await talking();
    const { call } = (await start(ada, room)).body;
    const key = randomUUID();
    await enter(adas, call, key);
    await adas.send('meetingLeave', { key, may_return: true });
    await world.sql("update calls set silent_at = silent_at - interval '10 seconds' where id = $1", [call.call_id]);
    await pass(call, 0);
    expect(await callIn(bob, room)).toBeNull();
    expect((await lines(bob, room))[0].system.missed).toBe(true);
  });
});
