import { Secret, TOTP } from 'otpauth';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { factoryPassword } from '#features/accounts/accounts.factory.ts';
import { createLoginLink } from '#features/accounts/login-links.service.ts';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createCommunityOf } from '#features/communities/communities.factory.ts';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { commonLimits } from '#platform/rate-limits/common-limits.ts';
import { Authenticator } from './authenticator.ts';
import { createClub } from './community.ts';
import { type Person, testWorld } from './harness.ts';

const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const world = await testWorld({ log, settings: { RATE_LIMITS: 'on' } });

/** The lines about somebody with this event. */
const linesOf = (person: Person, event: string) =>
  lines.filter(({ security, userId }) => security === event && userId === person.user_id);

describe("A log-in's line in the server's log contains the way in", () => {
  const entrancesOf = (person: Person) =>
    ['log_in', 'new_device'].flatMap((event) => linesOf(person, event)).map(({ by, code }) => ({ by, code }));
  const logIn = async (username: string, code?: string) =>
    (await world.stranger().post('/v1/tokens/authentication', { username, password: factoryPassword, code })).status;

  test('By password, and with a code from an app or a recovery code', async () => {
    const person = await world.person('by_password');
    expect(await logIn('by_password')).toBe(201);
    await person.post('/v1/user/confirm', { password: factoryPassword });
    const { secret } = (await person.post('/v1/totp')).body;
    const codeOf = () => TOTP.generate({ secret: Secret.fromBase32(secret) });
    const { recovery_codes } = (await person.put('/v1/totp', { code: codeOf() })).body;
    await world.sql('update totp set last_period = last_period - 10 where user_id = $1', [person.user_id]);
    expect(await logIn('by_password', codeOf())).toBe(201);
    expect(await logIn('by_password', recovery_codes[0])).toBe(201);
    expect(entrancesOf(person)).toEqual([
      { by: 'password', code: undefined },
      { by: 'password', code: 'app' },
      { by: 'password', code: 'recovery' },
    ]);
  });

  test("By a log-in link of the team's", async () => {
    const person = await world.person('by_link');
    const link = await createLoginLink(world.platform, world.platform.db.kysely, person.user_id);
    const token = link.split('/w/')[1];
    const password = 'a new long phrase';
    const { status } = await world
      .stranger()
      .post('/v1/users/login-link', { token, password, confirm_password: password });
    expect(status).toBe(201);
    expect(entrancesOf(person)).toEqual([{ by: 'login-link', code: undefined }]);
  });

  test('By passkey', async () => {
    const person = await world.person('by_passkey');
    const device = new Authenticator();
    await person.post('/v1/user/confirm', { password: factoryPassword });
    const options = (await person.post('/v1/passkeys/options')).body;
    expect((await person.post('/v1/passkeys', device.create(options))).status).toBe(201);
    const challenge = (await world.stranger().post('/v1/tokens/passkey/options')).body;
    expect((await world.stranger().post('/v1/tokens/passkey', device.answer(challenge))).status).toBe(201);
    expect(entrancesOf(person)).toEqual([{ by: 'passkey', code: undefined }]);
  });
});

describe("A refusal has a line in the server's log, without the request's content", () => {
  const callsOf = (person: Person, security: string) =>
    linesOf(person, security).map(({ call, status, limit }) => ({ call, status, ...(limit ? { limit } : {}) }));

  test("If the caller lacks a right or may not know about it, and not if it doesn't exist", async () => {
    const [owner, other] = [await world.person('has_rights'), await world.person('lacks_rights')];
    await createCommunityOf(world.platform, { creatorId: owner.user_id, handle: 'lined_gardeners' });
    const id = await createTextPost(world.platform, { authorId: owner.user_id });
    expect((await other.get('/v1/community/lined_gardeners/bans')).status).toBe(404);
    expect((await other.get('/v1/community/typed_as_handle/bans')).status).toBe(404);
    expect((await other.patch(`/v1/posts/${id}`, { content: 'Theirs' })).status).toBe(422);
    expect((await other.delete(`/v1/posts/${id}`)).status).toBe(404);
    expect(callsOf(other, 'not_allowed')).toEqual([
      { call: 'GET /v1/community/:handle/bans', status: 404 },
      { call: 'PATCH /v1/posts/:post_id', status: 422 },
      { call: 'DELETE /v1/posts/:post_id', status: 404 },
    ]);
    expect(linesOf(other, 'not_allowed')[0]).toMatchObject({ address: '127.0.0.1', requestId: expect.any(String) });
    expect(JSON.stringify(lines)).not.toMatch(/lined_gardeners|typed_as_handle|Theirs/);
  });

  test('If it was asked for on a socket', async () => {
    const [owner, other] = [await world.person('has_channel'), await world.person('lacks_channel')];
    const { communityId, admin } = await createClub(world, owner, []);
    const channelId = await createChannelOf(world.platform, { communityId, roles: [admin] });
    const socket = await other.socket();
    expect(await socket.send('joinChannel', channelId)).toHaveProperty('error');
    expect(callsOf(other, 'not_allowed')).toEqual([{ call: 'socket joinChannel', status: undefined }]);
  });

  test("If a socket sends too many events, without the name of one that doesn't exist", async () => {
    const person = await world.person('chatty');
    const socket = await person.socket();
    const { points } = commonLimits['socket-events'][0];
    for (let n = 0; n < points; n += 1)
      expect(await socket.send('typed as an event')).toMatchObject({ error: expect.stringContaining('no such event') });
    expect(await socket.send('typed as an event')).toMatchObject({ error: expect.stringContaining('Too many events') });
    expect(callsOf(person, 'rate_limited')).toEqual([
      { call: 'socket unknown', status: undefined, limit: 'socket-events' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('typed as an event');
  });

  test('If it comes from a page of another origin', async () => {
    const person = await world.person('elsewhere');
    const headers = { origin: 'https://evil.example', cookie: person.cookie };
    expect((await fetch(`${world.origin}/v1/users/logout`, { method: 'POST', headers })).status).toBe(400);
    expect(lines.filter(({ call }) => call === 'POST /v1/users/logout')).toMatchObject([
      { security: 'not_allowed', status: 400, address: '127.0.0.1' },
    ]);
  });

  test('If it comes too often, with the name of the limit, at most 20 times a day for each person', async () => {
    const person = await world.person('hasty');
    for (let n = 0; n < 40; n += 1) await person.post('/v1/user/confirm', { password: 'typed wrong' });
    const limited = linesOf(person, 'rate_limited');
    expect(limited).toHaveLength(20);
    expect(limited.at(-1)).toMatchObject({
      call: 'POST /v1/user/confirm',
      status: 429,
      limit: 'confirm-failures',
      more: false,
    });
    expect(JSON.stringify(limited)).not.toContain('typed wrong');
  });
});
