import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { outboxChannel } from '#platform/outbox.rules.ts';
import {
  addWrite,
  changeWrite,
  deleteOutbox,
  type NewWrite,
  outboxOwners,
  queuedWrites,
  removeWrite,
} from '#platform/outbox-store.ts';
import { sendOutbox } from './sending.ts';

type Answer = { status: number; body?: unknown; text?: string } | 'lost';
type Ask = (call: string, body: string) => Answer | Promise<Answer>;

/** What the browser and the server are like; of each window whether it's seen, and what it shows if that isn't the app. */
let world: { user: string | undefined; windows: string[]; answer: Ask };
/** The writes that have reached the server, and as whose. */
let sent: string[];
/** Which attempts they were. */
let ids: (string | null)[];

const byName = (call: string): Answer => {
  if (!call.startsWith('GET')) return { status: 200, body: {} };
  if (world.user === undefined) return { status: 401, body: { error: 'Not logged in' } };
  return { status: 200, body: { user: { user_id: world.user } } };
};

beforeEach(() => {
  world = { user: 'ann', windows: [], answer: byName };
  sent = [];
  ids = [];
  vi.stubGlobal('self', {
    clients: {
      matchAll: async () =>
        world.windows.map((window) => {
          const [visibilityState, path = '/feed'] = window.split(' ');
          return { visibilityState, url: `https://hubbub.example.org${path}` };
        }),
    },
  });
  vi.stubGlobal('navigator', { locks: { request: (_name: string, work: () => unknown) => work() } });
  vi.stubGlobal('fetch', async (address: string, { method, body, headers, signal }: RequestInit) => {
    const { user } = world;
    const stopped = new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    const answer = await Promise.race([world.answer(`${method} ${address}`, String(body)), stopped]);
    if (method !== 'GET' && new Headers(headers).get('x-done-by') !== user)
      return new Response('{"error":"Log in."}', { status: 401 });
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    if (method !== 'GET') {
      sent.push(`${user} ${method} ${address}`);
      ids.push(new Headers(headers).get('x-client-id'));
    }
    return new Response(answer.text ?? JSON.stringify(answer.body), { status: answer.status });
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  for (const owner of await outboxOwners()) await deleteOutbox(owner);
});

async function keep(owner: string, address: string, given: Partial<NewWrite> = {}): Promise<void> {
  const write = { method: 'POST', address, body: {}, what: 'Your vote', at: Date.now(), heldUntil: 0, ...given };
  await addWrite(owner, { clientId: address, ...write });
}
/** What still waits, and why it isn't done. */
const waiting = async (owner: string) =>
  (await queuedWrites(owner)).map(({ address, refusal }) => [address, ...(refusal === undefined ? [] : [refusal])]);

it('what was done offline goes out in order once there is a connection, though no window is open', async () => {
  await keep('ann', '/vote');
  await keep('ann', '/message/1', { queue: 'room' });
  await keep('ann', '/message/2', { queue: 'room', heldUntil: Date.now() + 20_000 });
  await sendOutbox();
  expect(sent).toEqual(['ann POST /vote', 'ann POST /message/1', 'ann POST /message/2']);
  expect(await waiting('ann')).toEqual([]);
});

it('a window with the app that is seen sends what waits itself; one that a phone has put away may be frozen', async () => {
  await keep('ann', '/vote');
  world.windows = ['hidden', 'visible'];
  await sendOutbox();
  expect(sent).toEqual([]);
  world.windows = ['hidden', 'visible /media/7.jpg'];
  await sendOutbox();
  expect(sent).toEqual(['ann POST /vote']);
});

it.each([['ben'], [undefined]])(
  'what Ann did waits for her while somebody else is signed in, or nobody: %s',
  async (user) => {
    await keep('ann', '/vote');
    await keep('ben', '/comment');
    world.user = user;
    await sendOutbox();
    expect(sent).toEqual(user === undefined ? [] : ['ben POST /comment']);
    expect(await waiting('ann')).toEqual([['/vote']]);
  },
);

it('somebody else who signs in between two writes sends only the first', async () => {
  await keep('ann', '/vote');
  await keep('ann', '/comment');
  world.answer = (call) => {
    if (call === 'POST /vote') world.user = 'ben';
    return byName(call);
  };
  await sendOutbox();
  expect(sent).toEqual(['ann POST /vote']);
  expect(await waiting('ann')).toEqual([['/comment']]);
});

it("somebody else who signs in while a write is on its way doesn't send it", async () => {
  await keep('ann', '/vote');
  // Before that, the worker asks twice whose session it is.
  let asked = 0;
  world.answer = (call) => {
    const answer = byName(call);
    asked += 1;
    if (asked === 2) world.user = 'ben';
    return answer;
  };
  await expect(sendOutbox()).rejects.toThrow();
  expect(sent).toEqual([]);
  expect(await waiting('ann')).toEqual([['/vote']]);
});

/** A window changes or drops what's being sent, and says so. The server never answers. */
function whileSent(text: string, use: (id: number) => Promise<void>): void {
  const window = new BroadcastChannel(outboxChannel);
  world.answer = async (call, body) => {
    if (!body.includes(text)) return byName(call);
    const [write] = await queuedWrites('ann');
    await use(write?.id ?? 0);
    window.postMessage({ changed: write?.clientId });
    window.close();
    return await new Promise(() => undefined);
  };
}

it('what a window drops while it is being sent is stopped, and what comes after it goes out', async () => {
  await keep('ann', '/message/1', { queue: 'room', body: { content: 'Dropped' } });
  await keep('ann', '/message/2', { queue: 'room' });
  whileSent('Dropped', (id) => removeWrite('ann', id));
  await sendOutbox();
  expect(sent).toEqual(['ann POST /message/2']);
  expect(await waiting('ann')).toEqual([]);
});

it('what a window changes while it is being sent goes out as it was changed, in its turn', async () => {
  await keep('ann', '/message/1', { queue: 'room', body: { content: 'First' } });
  await keep('ann', '/message/2', { queue: 'room' });
  whileSent('First', (id) => changeWrite('ann', id, { body: { content: 'Changed' } }));
  await sendOutbox();
  expect(sent).toEqual(['ann POST /message/1', 'ann POST /message/2']);
  expect(await waiting('ann')).toEqual([]);
});

it('what the server refuses stays with its reason, and what comes after it goes out', async () => {
  await keep('ann', '/long');
  await keep('ann', '/vote');
  const refused = { status: 422, body: { error: { content: 'Too long.' } } };
  world.answer = (call) => (call === 'POST /long' ? refused : byName(call));
  await sendOutbox();
  expect(await waiting('ann')).toEqual([['/long', 'Too long.']]);
  expect(sent).toContain('ann POST /vote');
});

it.each<[string, Answer]>([
  ['the connection is lost', 'lost'],
  ['the server restarts', { status: 503, text: '' }],
])('if %s, the browser is to try again, and nothing overtakes what waits in its room', async (_what, answer) => {
  await keep('ann', '/message/1', { queue: 'room' });
  await keep('ann', '/message/2', { queue: 'room' });
  await keep('ann', '/vote');
  world.answer = (call) => (call === 'POST /message/1' ? answer : byName(call));
  await expect(sendOutbox()).rejects.toThrow();
  expect(await waiting('ann')).toEqual([['/message/1'], ['/message/2']]);
});

it('a network that wants a log-in of its own refuses nothing: the browser is to try again', async () => {
  await keep('ann', '/vote');
  for (const status of [200, 403]) {
    world.answer = () => ({ status, text: '<h1>Welcome to the hotel</h1>' });
    await expect(sendOutbox()).rejects.toThrow();
  }
  expect(await waiting('ann')).toEqual([['/vote']]);
});

it('the server learns which attempt it is, so that what it has already is not done twice', async () => {
  await keep('ann', '/vote', { clientId: 'a' });
  await keep('ann', '/posts', { clientId: 'b', body: undefined, form: { content: 'A post' } });
  await sendOutbox();
  expect(ids).toEqual(['a', 'b']);
});

it('a post with a large file waits for the app, which uploads it in pieces', async () => {
  const form = { content: 'A video', files: [new File([new Uint8Array(6 * 1024 * 1024)], 'a.mp4')] };
  await keep('ann', '/posts', { takesUploads: true, body: undefined, form });
  await sendOutbox();
  expect(sent).toEqual([]);
  expect(await waiting('ann')).toEqual([['/posts']]);
});

it('what a log-out deletes while it is sent is not stored again, and nothing more is sent', async () => {
  await keep('ann', '/vote');
  await keep('ann', '/comment');
  world.answer = async (call) => {
    if (call === 'POST /vote') await deleteOutbox('ann');
    return byName(call);
  };
  await sendOutbox();
  expect(await outboxOwners()).toEqual([]);
  expect(sent).toEqual(['ann POST /vote']);
});
