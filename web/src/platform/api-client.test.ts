import { endpoint } from '@hubbub/contract/platform/endpoint.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { addressOf, call, callUnlessSame, configureApi } from '#platform/api-client.ts';
import { ApiError, isNotActivated, NotFound, ProxyAnswer, SessionEnded } from '#platform/errors.ts';

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
const form = endpoint({
  method: 'POST',
  path: '/v1/things',
  tag: 'things',
  summary: 'A thing with files',
  session: 'required',
  multipart: { fields: z.object({ content: z.string() }), files: { files: { max: 2 } } },
  answer: { status: 200, body: z.object({ ok: z.boolean() }) },
});

/** Uploads in pieces, of which a proxy refuses the first. */
vi.mock('tus-js-client', () => {
  class DetailedError extends Error {
    readonly originalResponse = {
      getStatus: () => 413,
      getBody: () => '<html>413 Request Entity Too Large</html>',
      getHeader: () => undefined,
    };
  }
  class Upload {
    readonly #onError: (error: Error) => void;
    constructor(_file: File, { onError }: { onError: (error: Error) => void }) {
      this.#onError = onError;
    }
    readonly findPreviousUploads = () => Promise.resolve([]);
    readonly start = () => this.#onError(new DetailedError());
  }
  return { DetailedError, Upload };
});

/** A proxy's answer to an upload. */
class ProxyRequest extends EventTarget {
  readonly upload = new EventTarget();
  readonly status = 413;
  readonly responseText = '<html>413 Request Entity Too Large</html>';
  withCredentials = false;
  readonly open = vi.fn();
  setRequestHeader(_name: string, _value: string): void {
    // The proxy refuses whatever they say.
  }
  getResponseHeader(): null {
    return null;
  }
  send(): void {
    queueMicrotask(() => this.dispatchEvent(new Event('load')));
  }
}

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

    answer(200, '<html>Accept the terms of this Wi-Fi</html>');
    await expect(call(thing, input)).rejects.toMatchObject({ status: 200, message: /couldn't read/ });
  });

  it.each([
    [502, "The server in front of Hubbub couldn't get an answer from it (502). Try again in a moment."],
    [413, /^The server in front of Hubbub refused this: it allows less than 10 bytes\./],
    [403, /^The server in front of Hubbub refused this \(403\)\./],
    [401, /^The server in front of Hubbub refused this \(401\)\./],
    [404, /^The server in front of Hubbub refused this \(404\)\./],
  ])("names a proxy's own %i for what it is, and takes nobody to log-in or activation", async (status, words) => {
    answer(status, '<html><title>nginx</title></html>', { 'content-type': 'text/html' });
    const error: unknown = await call(thing, input).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProxyAnswer);
    expect(error).toMatchObject({ status, message: typeof words === 'string' ? words : expect.stringMatching(words) });
    expect(isNotActivated(error)).toBe(false);
    expect(ended.onNotActivated).not.toHaveBeenCalled();
    expect(ended.onUnauthenticated).not.toHaveBeenCalled();
  });

  it("says how large the files were that exceeded a proxy's limit", async () => {
    vi.stubGlobal('XMLHttpRequest', ProxyRequest);
    const upload = endpoint({ ...form, path: '/v1/files' });
    const files = [new File(['x'.repeat(3_000)], 'a.png'), new File(['x'.repeat(1_000)], 'b.png')];
    const send = (given: File[]) =>
      call(upload, { form: { content: '', files: given } }).catch(({ message }: Error) => message);
    expect(await send(files.slice(0, 1))).toContain('refused this file: it allows less than 3 kB.');
    expect(await send(files)).toContain('refused these files: it allows less than 4 kB.');
  });

  it('says the same if a proxy refuses one piece of an upload as too large', async () => {
    const upload = endpoint({ ...form, path: '/v1/files', takesUploads: true });
    const send = (megabytes: number) =>
      call(upload, { form: { content: '', files: [new File([new Uint8Array(megabytes * 2 ** 20)], 'a.mp4')] } }).catch(
        ({ message }: Error) => message,
      );
    expect(await send(6)).toContain('refused this file: it allows less than 6.3 MB.');
    expect(await send(20)).toContain('refused this file: it allows less than 8.4 MB.');
  });

  it('says which attempt it is, so that one sent again is done once, with a form as well', async () => {
    answer(200, '{"ok":true}');
    await call(thing, input, { clientId: 'a' });
    expect(fetched.mock.lastCall?.[1]?.headers).toMatchObject({ 'x-client-id': 'a' });
    const set = vi.spyOn(ProxyRequest.prototype, 'setRequestHeader');
    vi.stubGlobal('XMLHttpRequest', ProxyRequest);
    await call(form, { form: { content: '' } }, { clientId: 'b' }).catch(() => undefined);
    expect(set).toHaveBeenCalledWith('x-client-id', 'b');
  });

  it('asks again with the etag of what it has, and says nothing new came', async () => {
    const { body: _, ...rest } = thing;
    const asked = endpoint({ ...rest, method: 'GET' });
    answer(200, '{"ok":true}', { etag: '"a"' });
    const first = await callUnlessSame(asked, { params: input.params }, undefined);
    expect(first).toEqual({ body: { ok: true }, known: { address: '/v1/things/a%2Fb', etag: '"a"' } });
    fetched.mockResolvedValueOnce(new Response(null, { status: 304 }));
    expect(await callUnlessSame(asked, { params: input.params }, first?.known)).toBeUndefined();
    expect(fetched.mock.lastCall?.[1]?.headers).toMatchObject({ 'if-none-match': '"a"' });
    // Another question has another answer.
    answer(200, '{"ok":false}');
    expect(await callUnlessSame(asked, { params: { thing_id: 'c' } }, first?.known)).toMatchObject({
      body: { ok: false },
    });
    expect(fetched.mock.lastCall?.[1]?.headers).not.toHaveProperty('if-none-match');
  });
});
