import { describe, expect, test } from 'vitest';
import { type Caller, testWorld } from '../../../test/harness.ts';
import { factoryPassword } from './accounts.factory.ts';

const world = await testWorld();

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15';

const cookieIn = (headers: Headers, name: string) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .find((pair) => pair.startsWith(`${name}=`)) ?? '';

/** Logs in with a browser. @returns the person in it, and the cookie by which the browser is known afterwards */
async function logIn(username: string, browser: { userAgent?: string; device?: string } = {}) {
  const answer = await world.stranger().fetch('/v1/tokens/authentication', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': browser.userAgent ?? firefox,
      cookie: browser.device ?? '',
    },
    body: JSON.stringify({ username, password: factoryPassword }),
  });
  expect(answer.status).toBe(201);
  const cookie = cookieIn(answer.headers, 'hubbub');
  return { ...world.withCookie(cookie), device: cookieIn(answer.headers, 'hubbub-device') };
}

const sessionsOf = async (caller: Caller) => (await caller.get('/v1/sessions')).body.sessions;
const eventsOf = async (caller: Caller): Promise<string[]> =>
  (await caller.get('/v1/user/security-log')).body.entries.map(({ event }: { event: string }) => event);
const isIn = async (caller: Caller) => (await caller.get('/v1/user/check')).status === 200;

async function disownTokenOf(email: string): Promise<string | undefined> {
  await world.runJobs();
  const mails = (await world.outbox()).filter(({ to, text }) => to === email && text.includes('/not-me?token='));
  return /\/not-me\?token=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1];
}

describe('GET /v1/sessions', () => {
  test('Lists where the caller is logged in, this session first, with device and address', async () => {
    await world.person('lister');
    const laptop = await logIn('lister');
    const phone = await logIn('lister', { userAgent: safari });
    const { body } = await phone.get('/v1/sessions');
    expect(body.sessions).toHaveLength(3);
    expect(body.sessions[0]).toEqual({
      session_id: expect.any(String),
      created_at: expect.any(String),
      last_seen_at: expect.any(String),
      device: 'Safari on iPhone',
      address: '127.0.0.1',
      current: true,
    });
    expect(body.sessions.slice(1).every(({ current }: { current: boolean }) => !current)).toBe(true);
    expect((await sessionsOf(laptop))[0]).toMatchObject({ device: 'Firefox on Windows', current: true });
  });

  test("A session's id isn't its secret: it opens nothing", async () => {
    await world.person('named');
    const caller = await logIn('named');
    const [{ session_id }] = await sessionsOf(caller);
    const [row] = await world.sql<{ hash: Buffer }>(
      'select token_hash as hash from sessions order by created_at desc limit 1',
    );
    const token = caller.cookie.slice('hubbub='.length);
    expect([token, row?.hash.toString('base64url'), row?.hash.toString('hex')]).not.toContain(session_id);
    expect(await isIn(world.withCookie(`hubbub=${session_id}`))).toBe(false);
  });

  test("Requests don't wait until the time of a session's last use is stored", async () => {
    const person = await world.person('seen');
    await world.sql(`update sessions set last_seen_at = now() - interval '30 minutes' where user_id = $1`, [
      person.user_id,
    ]);
    const before = await world.sql<{ at: Date }>('select last_seen_at as at from sessions where user_id = $1', [
      person.user_id,
    ]);
    await person.get('/v1/posts');
    const [row] = await world.sql<{ at: Date; seen: Date | null }>(
      'select last_seen_at as at, seen_at as seen from sessions where user_id = $1',
      [person.user_id],
    );
    expect(row).toEqual({ at: before[0]?.at, seen: null });
    await world.platform.sessions.storeSeen();
    const other = await logIn('seen');
    const listed = (await sessionsOf(other)).find(({ current }: { current: boolean }) => !current);
    expect(Date.parse(listed.last_seen_at)).toBeGreaterThan(before[0]?.at.getTime() ?? 0);
  });
});

describe('DELETE /v1/sessions/{session_id}', () => {
  test('Ends that session and its socket at once, and no other', async () => {
    await world.person('ender');
    const [laptop, phone] = [await logIn('ender'), await logIn('ender', { userAgent: safari })];
    const socket = await world.socketOf(phone.cookie);
    const listed = (await sessionsOf(laptop)).find(({ device }: { device: string }) => device === 'Safari on iPhone');
    expect(await laptop.delete(`/v1/sessions/${listed.session_id}`)).toMatchObject({ status: 200, body: {} });
    await socket.closed;
    expect([await isIn(phone), await isIn(laptop)]).toEqual([false, true]);
    expect((await laptop.delete(`/v1/sessions/${listed.session_id}`)).status).toBe(404);
  });

  test("Somebody else's session is 404 and stays", async () => {
    const [ana, eve] = [await world.person('ana'), await world.person('eve')];
    const [{ session_id }] = await sessionsOf(ana);
    expect((await eve.delete(`/v1/sessions/${session_id}`)).status).toBe(404);
    expect(await isIn(ana)).toBe(true);
  });

  test.each(['none', 'A'.repeat(22), encodeURIComponent('../x'), `${'A'.repeat(21)}%00`])('%s is 404', async (id) => {
    const person = await world.person(`odd_${id.length}`);
    expect((await person.delete(`/v1/sessions/${id}`)).status).toBe(404);
  });

  test('Ending the own session logs out', async () => {
    const person = await world.person('self_ender');
    const [{ session_id }] = await sessionsOf(person);
    const answer = await person.delete(`/v1/sessions/${session_id}`);
    expect(answer.headers.get('set-cookie')).toMatch(/Max-Age=0/);
    expect(await isIn(person)).toBe(false);
  });
});

test('DELETE /v1/sessions ends all but the one that asks, and their sockets', async () => {
  const first = await world.person('tidy');
  const [second, third] = [await logIn('tidy'), await logIn('tidy')];
  const stranger = await world.person('not_tidy');
  const sockets = [await world.socketOf(first.cookie), await world.socketOf(third.cookie)];
  expect(await second.delete('/v1/sessions')).toMatchObject({ status: 200, body: {} });
  await Promise.all(sockets.map(({ closed }) => closed));
  expect(await Promise.all([first, second, third, stranger].map(isIn))).toEqual([false, true, false, true]);
});

describe("A session ends after 180 days, however much it's used", () => {
  test('Using it extends it, but not beyond its last day', async () => {
    const person = await world.person('long');
    const age = async (days: number) => {
      await world.sql(
        `update sessions set created_at = now() - $2 * interval '1 day', last_seen_at = now() - interval '2 hours' where user_id = $1`,
        [person.user_id, days],
      );
      await person.get('/v1/user/check');
      const [row] = await world.sql<{ left: number }>(
        'select extract(epoch from expires_at - now())::float8 / 86400 as left from sessions where user_id = $1',
        [person.user_id],
      );
      return row?.left ?? 0;
    };
    expect(await age(10)).toBeCloseTo(30, 1);
    expect(await age(175)).toBeCloseTo(5, 1);
    expect(await age(181)).toBeLessThan(0);
    expect(await isIn(person)).toBe(false);
  });
});

test("A planted session id isn't taken over by a log-in", async () => {
  await world.person('fixed');
  const planted = 'hubbub=planted-by-somebody-else';
  const caller = await logIn('fixed', { device: planted });
  expect(caller.cookie).not.toBe(planted);
  expect(await isIn(world.withCookie(planted))).toBe(false);
});

describe('A log-in from a new device', () => {
  test('Only a log-in from a new browser notifies: not the very first one, and not one from a known browser', async () => {
    const person = await world.person('told');
    const { device } = await logIn('told');
    await logIn('told', { device });
    expect(await disownTokenOf('told@example.org')).toBeUndefined();
    await logIn('told', { userAgent: safari });
    expect(await disownTokenOf('told@example.org')).toBeDefined();
    const mail = await world.mailTo('told@example.org');
    expect(mail?.text).toContain('Safari on iPhone');
    expect(mail?.text).toContain('127.0.0.1');
    const { notifications } = (await person.get('/v1/notifications')).body;
    expect(notifications).toEqual([
      expect.objectContaining({
        type: 'security',
        actor: null,
        text: 'Someone logged in to your account on a new device',
        url: '/settings/security',
      }),
    ]);
    expect(await eventsOf(person)).toEqual(['new_device', 'log_in', 'log_in']);
  });

  test('"This wasn\'t me" ends that session and every one since, and leads to a new password', async () => {
    await world.person('victim');
    const own = await logIn('victim');
    const thief = await logIn('victim', { userAgent: safari });
    const again = await logIn('victim', { device: thief.device });
    const socket = await world.socketOf(thief.cookie);
    const token = await disownTokenOf('victim@example.org');
    const { status, body } = await world.stranger().post('/v1/sessions/disown', { token });
    expect(status).toBe(200);
    await socket.closed;
    expect(await Promise.all([own, thief, again].map(isIn))).toEqual([true, false, false]);
    const fresh = { password: 'a brand new password', confirm_password: 'a brand new password' };
    const reset = { reset_token: body.reset_token.token, ...fresh };
    expect((await world.stranger().patch('/v1/users/reset-password', reset)).status).toBe(200);
    expect((await world.stranger().post('/v1/sessions/disown', { token })).status).toBe(422);
  });

  test("The link works once, even if it's opened twice at the same time", async () => {
    await world.person('hasty');
    await logIn('hasty');
    await logIn('hasty', { userAgent: safari });
    const token = await disownTokenOf('hasty@example.org');
    const answers = await Promise.all([1, 2].map(() => world.stranger().post('/v1/sessions/disown', { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('The link stops working after 7 days, and a made-up one never works', async () => {
    await world.person('late');
    await logIn('late');
    await logIn('late', { userAgent: safari });
    const token = await disownTokenOf('late@example.org');
    await world.sql('update disown_tokens set expires_at = now()');
    for (const given of [token, 'made-up', ''])
      expect((await world.stranger().post('/v1/sessions/disown', { token: given })).status).toBe(422);
  });
});

describe('GET /v1/user/security-log', () => {
  test('Says what happened to the account, and never a secret', async () => {
    await world.person('logged');
    const caller = await logIn('logged');
    const wrong = { username: 'logged', password: 'my secret guess' };
    expect((await world.stranger().post('/v1/tokens/authentication', wrong)).status).toBe(401);
    await expect.poll(() => eventsOf(caller)).toEqual(['log_in_failed', 'log_in']);
    const fresh = { password: 'a brand new password', confirm_password: 'a brand new password' };
    await caller.patch('/v1/users/password', { old_password: factoryPassword, ...fresh });
    const { body } = await caller.get('/v1/user/security-log');
    expect(body.entries[0]).toEqual({
      _id: expect.any(String),
      created_at: expect.any(String),
      event: 'password_changed',
      device: expect.any(String),
      address: '127.0.0.1',
      current: true,
    });
    expect(JSON.stringify(await world.sql('select * from security_log'))).not.toMatch(/secret guess|brand new|battery/);
  });

  test('Comes in pages, and shows only the caller', async () => {
    const person = await world.person('paged');
    for (let n = 0; n < 3; n += 1) await logIn('paged');
    const { entries } = (await person.get('/v1/user/security-log?size=2')).body;
    const rest = (await person.get(`/v1/user/security-log?size=2&before=${entries[1]._id}`)).body.entries;
    expect([entries.length, rest.length]).toEqual([2, 1]);
    expect(await eventsOf(await world.person('unlogged'))).toEqual([]);
    expect((await person.get('/v1/user/security-log?before=x')).status).toBe(400);
  });

  test('Failures of a day fill at most 20 entries, however many there are', async () => {
    const person = await world.person('guessed');
    await world.sql(
      `insert into security_log (user_id, id, created_at, event, device, address)
       select $1, gen_random_uuid(), now(), 'log_in_failed', 'curl', '192.0.2.1' from generate_series(1, 20)`,
      [person.user_id],
    );
    await world.stranger().post('/v1/tokens/authentication', { username: 'guessed', password: 'wrong' });
    await logIn('guessed');
    expect((await eventsOf(person)).filter((event) => event === 'log_in_failed')).toHaveLength(20);
  });

  test('Keeps the last 500 entries', async () => {
    const person = await world.person('busy');
    await world.sql(
      `insert into security_log (user_id, id, created_at, event, device, address)
       select $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, now(), 'log_in', 'curl', '192.0.2.1'
       from generate_series(1, 505) n`,
      [person.user_id],
    );
    await logIn('busy');
    const { body } = await person.get(`/v1/user/security-log?before=00000000-0000-7000-8000-000000000020&size=50`);
    expect(body.entries.length).toBeLessThan(15);
    await world.platform.jobs.add(world.platform.db.kysely, 'accounts.remove-expired', {});
    await world.runJobs();
    expect(await world.sql('select count(*)::int as n from security_log where user_id = $1', [person.user_id])).toEqual(
      [{ n: 500 }],
    );
  });
});

test('Disowning refuses every unknown token alike, in a sentence, and a missing one as well', async () => {
  const disown = (body: object) => world.stranger().post('/v1/sessions/disown', body);
  const [unknown, long] = [await disown({ token: 'x'.repeat(43) }), await disown({ token: 'unknown' })];
  expect([unknown.status, unknown.body]).toEqual([long.status, long.body]);
  expect(await disown({})).toMatchObject({
    status: 422,
    body: { error: { token: 'Open the whole link in the mail' } },
  });
});
