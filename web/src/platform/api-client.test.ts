import { endpoint } from '@hubbub/contract/platform/endpoint.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { addressOf, call, configureApi } from '#platform/api-client.ts';
import { ApiError, NotFound, SessionEnded } from '#platform/errors.ts';

const thing = endpoint({
  method: 'POST',
  path: '/v1/things/:thing_id',
  tag: 'things',
  summary: 'A thing',
  session: 'required',
  params: z.object({ thing_id: z.string() }),
  body: z.object({ size: z.number() }),
  answer: { status: 200, body: z.object({ ok: z.boolean() }) },
});
const open = endpoint({ ...thing, session: 'none' });
const input = { params: { thing_id: 'a/b' }, body: { size: 1 } };

const fetched = vi.fn<typeof fetch>();
const ended = { onUnauthenticated: vi.fn(), onNotActivated: vi.fn() };

function answer(status: number, body: string, headers: Record<string, string> = {}): void {
  fetched.mockResolvedValueOnce(new Response(body, { status, headers }));
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  configureApi(ended);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe('call', () => {
  it('sends JSON with credentials to the filled-in path and returns the answer', async () => {
    answer(200, '{"ok":true}');
    await expect(call(thing, input)).resolves.toEqual({ ok: true });
    const [address, init] = fetched.mock.calls[0]!;
    expect(address).toBe('/v1/things/a%2Fb');
    expect(init).toMatchObject({ method: 'POST', credentials: 'include', body: '{"size":1}' });
  });

  it('finishes what was done even if the page is left, for as many calls at once as browsers allow', async () => {
    fetched.mockImplementation(async () => new Response('{"ok":true}'));
    await Promise.all(Array.from({ length: 100 }, () => call(thing, input)));
    const kept = fetched.mock.calls.filter(([, init]) => init?.keepalive).length;
    expect(kept).toBeGreaterThan(10);
    expect(kept).toBeLessThan(65);
    await call(thing, input);
    expect(fetched.mock.lastCall?.[1]?.keepalive).toBe(true);
    fetched.mockReset();
  });

  it('omits undefined and null from the query', () => {
    expect(addressOf('/v1/posts', { query: { size: 5, last_id: undefined, other: null } })).toBe('/v1/posts?size=5');
  });

  it('throws NotFound for a 404', async () => {
    answer(404, '{"error":"There is no such thing."}');
    await expect(call(thing, input)).rejects.toBeInstanceOf(NotFound);
  });

  it('ends the session on a 401 or 403 from a call that needs one, and only then', async () => {
    answer(401, '{"error":"No session"}');
    await expect(call(thing, input)).rejects.toBeInstanceOf(SessionEnded);
    expect(ended.onUnauthenticated).toHaveBeenCalledOnce();

    answer(403, '{"error":"Not activated"}');
    await expect(call(thing, input)).rejects.toBeInstanceOf(SessionEnded);
    expect(ended.onNotActivated).toHaveBeenCalledOnce();

    answer(401, '{"error":"Wrong password"}');
    await expect(call(open, input)).rejects.toMatchObject({ status: 401, message: 'Wrong password' });
    expect(ended.onUnauthenticated).toHaveBeenCalledOnce();
  });

  it("keeps what a suspended account's log-in can appeal with", async () => {
    answer(422, '{"error":{"account":"Suspended"}}', { 'x-appeal-token': 'secret' });
    await expect(call(open, input)).rejects.toMatchObject({ status: 422, appealToken: 'secret' });
  });

  it('keeps field messages and the retry-after time', async () => {
    answer(429, '{"error":{"username":"Too often"}}', { 'retry-after': '30' });
    const error: unknown = await call(thing, input).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 429, fields: { username: 'Too often' }, retryAfter: 30 });
  });

  it("explains in words when there's no connection, or when something other than Hubbub answers", async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const offline: unknown = await call(thing, input).catch((thrown: unknown) => thrown);
    expect(offline).toBeInstanceOf(ApiError);
    expect(offline).toMatchObject({ isOffline: true });

    answer(502, '<html>Bad gateway</html>');
    await expect(call(thing, input)).rejects.toMatchObject({ status: 502, message: /couldn't read/ });
  });
});
