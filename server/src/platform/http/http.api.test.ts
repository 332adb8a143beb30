import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';

const world = await testWorld();

const isJson = ({ headers }: IncomingMessage) => headers['content-type']?.includes('json') === true;

/** Sends a path unchanged; `fetch` would normalize it. */
function getRaw(
  path: string,
  sent: Record<string, string> = {},
): Promise<{ status: number; body: unknown; headers: Record<string, unknown> }> {
  const { hostname, port } = new URL(world.origin);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers: sent }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: isJson(response) ? JSON.parse(text) : text,
          headers: response.headers,
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

const oneText = { error: expect.any(String) };
const json = { 'content-type': 'application/json' };

describe("errors are in the contract's shape", () => {
  test('an unknown route', async () => {
    for (const answer of [await world.stranger().get('/v1/nothing'), await world.stranger().post('/v1/nothing', {})]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(oneText);
    }
  });

  test("an address that can't be decoded, with every answer's headers", async () => {
    for (const path of ['/%', '/v1/users/%ff']) {
      const answer = await getRaw(path);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual(oneText);
      expect(answer.headers['x-request-id']).toEqual(expect.any(String));
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }
  });

  test.each([
    ['truncated JSON', '{"username":', 400],
    ['JSON that is not an object', '[]', 400],
    ['fields of the wrong type', '{"username":{},"password":[]}', 400],
    ['a body that is too large', JSON.stringify({ username: 'x'.repeat(70_000) }), 413],
  ])('%s', async (_title, body, status) => {
    const answer = await world.stranger().fetch('/v1/tokens/authentication', { method: 'POST', headers: json, body });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ error: expect.anything() });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'nonsense'])('a body of the type %s', async (type) => {
    const answer = await world
      .stranger()
      .fetch('/v1/tokens/authentication', { method: 'POST', headers: { 'content-type': type }, body: 'username=ada' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual(oneText);
  });

  test("a value of the wrong type is malformed, any other value that isn't allowed is invalid", async () => {
    const ada = await world.person('ada');
    const path = '/v1/posts/01a1f980-1d75-75d7-ac5f-da9a581fe450/votes';
    const typed = await ada.post(path, { vote_type: '1' });
    expect([typed.status, typed.body]).toEqual([400, { error: { vote_type: 'Send one of 1, 0, -1 here.' } }]);
    const other = await ada.post(path, { vote_type: 2 });
    expect([other.status, other.body]).toEqual([422, { error: { vote_type: 'A vote is 1, 0 or -1' } }]);
    expect((await ada.post(path, {})).status).toBe(422);
  });

  test('a value of the wrong type is malformed in a part of a form that is JSON, too', async () => {
    const ada = await world.person('ada_parts');
    const ends_at = '2026-12-24T00:00:00.000Z';
    const wrong: [fields: Record<string, unknown>, at: string][] = [
      [{ poll: { choices: ['Yes', 1], multiple: false, ends_at } }, 'poll.choices.1'],
      [{ poll: { choices: ['Yes', 'No'], multiple: 'true', ends_at } }, 'poll.multiple'],
      [{ alts: [1] }, 'alts.0'],
    ];
    for (const [parts, at] of wrong) {
      const form = new FormData();
      form.append('content', 'Coming?');
      for (const [name, part] of Object.entries(parts)) form.append(name, JSON.stringify(part));
      const answer = await ada.fetch('/v1/posts', { method: 'POST', body: form });
      expect([answer.status, await answer.json()]).toEqual([400, { error: { [at]: expect.any(String) } }]);
    }
  });

  test('null is of the wrong type in a field that may be left out and in a list; where something must be said, it says nothing', async () => {
    const ada = await world.person('ada_null');
    const malformed: [path: string, body: object, at: string][] = [
      ['/v1/tokens/authentication', { username: 'ada_null', password: 'Anything', code: null }, 'code'],
      ['/v1/invites', { days: null }, 'days'],
      ['/v1/notifications/read', { ids: [null] }, 'ids.0'],
    ];
    for (const [path, body, at] of malformed) {
      const answer = await ada.post(path, body);
      expect([answer.status, answer.body]).toEqual([400, { error: { [at]: expect.stringContaining('Send a value') } }]);
    }
    const missing = await ada.post('/v1/otp', { username: null });
    expect([missing.status, missing.body]).toEqual([422, { error: { username: 'Username/Email must be provided' } }]);
  });

  test("a name or an id that's longer than any can be is one that nothing has", async () => {
    const ada = await world.person('ada_long');
    for (const path of ['/v1/users/', '/v1/posts/', '/v1/communities/']) {
      const answer = await ada.get(path + 'x'.repeat(500));
      expect([answer.status, answer.body]).toEqual([404, oneText]);
    }
  });

  test("a character that the database can't store", async () => {
    const ada = await world.person('ada_zero');
    const answer = await ada.post('/v1/conversations', { username: 'a\0b' });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(oneText);
    for (const path of [
      '/v1/users/%00',
      '/v1/users?query=a%00b',
      '/v1/communities?query=a%00b',
      '/v1/communities/a%00b',
      '/v1/community/a%00b/members',
      '/v1/posts/%00',
      '/v1/posts?last_id=%00',
    ]) {
      expect((await ada.get(path)).status, path).toBeLessThan(500);
    }
  });

  test("sockets treat a character that the database can't store as unknown", async () => {
    const socket = await (await world.person('ada_wire')).socket();
    const stay = { key: randomUUID(), media: { audio: false, video: false, screen: false } };
    expect(await socket.send('meetingJoin', { room: 'a\0b', ...stay })).toEqual({
      ok: false,
      error: "There's no such room.",
    });
    for (const [event, known] of [
      ['joinCommunity', 'nowhere'],
      ['joinChannel', 'nowhere'],
      ['joinConversation', 'nowhere'],
    ] as const) {
      const unknown = await socket.send(event, known);
      expect(unknown).toEqual({ ok: false, ...oneText });
      expect(await socket.send(event, 'a\0b'), event).toEqual(unknown);
    }
  });
});

describe('where requests may come from', () => {
  const logOut = (headers: Record<string, string>) =>
    world.stranger().fetch('/v1/users/logout', { method: 'POST', headers });

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['an origin that starts like ours', { origin: 'http://localhost.evil.example' }],
    ['another port of this machine', { origin: 'http://localhost:1' }],
    ['another site, according to sec-fetch-site', { 'sec-fetch-site': 'cross-site' }],
  ])('refuses an unsafe request from %s', async (_title, headers) => {
    const answer = await logOut(headers as Record<string, string>);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual(oneText);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test("answers an unsafe request from the public address, or from a client that isn't a browser", async () => {
    expect((await logOut({ origin: world.platform.config.publicUrl })).status).toBe(200);
    expect((await logOut({})).status).toBe(200);
  });
});

describe('what proxies keep internal', () => {
  test.each(['/healthz', '/readyz', '/metrics', '/dev/mail'])('answers %s at exactly this path', async (path) => {
    expect((await getRaw(path)).status).toBe(200);
    expect((await getRaw(`${path}?x=/`)).status).toBe(200);
    const encoded = `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`;
    for (const other of [`${path}/`, `${path}/?x`, encoded, `${world.origin}${path}`]) {
      expect((await getRaw(other)).status, other).toBe(404);
    }
  });

  test("without a token, a web page that points its own name at this machine can't read /metrics", async () => {
    expect((await getRaw('/metrics', { host: 'evil.example' })).status).toBe(404);
    expect((await getRaw('/metrics', { host: 'localhost:3000' })).status).toBe(200);
    for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) {
      expect((await getRaw('/metrics', { host: 'localhost:3000', [header]: '127.0.0.1' })).status).toBe(404);
    }
  });
});

test("pages may only run scripts of their own origin, and can't be framed", async () => {
  const answer = await world.stranger().get('/feed');
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
});
