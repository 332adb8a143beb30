import { afterEach, expect, it, vi } from 'vitest';
import { answerOffline } from './offline.ts';

const origin = 'https://site.test';
const app = { version: 'a', files: [] };

/** What the browser's storage says to everything. */
function refuseStorage(use: 'reads' | 'writes'): void {
  const refuse = () => Promise.reject(new DOMException('No space left.', 'QuotaExceededError'));
  const cache = { match: use === 'reads' ? refuse : async () => undefined, put: refuse };
  const open = use === 'reads' ? refuse : async () => cache;
  vi.stubGlobal('caches', { open, has: refuse, keys: refuse, match: use === 'reads' ? refuse : async () => undefined });
}

/** @returns what the worker answers */
async function ask(path: string, { mode = 'cors', destination = '' } = {}): Promise<string> {
  let given: Promise<Response> | undefined;
  const event = {
    request: { url: origin + path, method: 'GET', mode, destination },
    preloadResponse: Promise.resolve(undefined),
    waitUntil: () => undefined,
    respondWith: (answer: Promise<Response>) => {
      given = answer;
    },
  };
  answerOffline(app, event as unknown as FetchEvent);
  return (await (await given)?.text()) ?? '';
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each(['reads', 'writes'] as const)('the app loads though the storage refuses %s', async (use) => {
  refuseStorage(use);
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('fetch', async ({ url }: Request) => new Response(url));
  expect(await ask('/feed', { mode: 'navigate' })).toBe(`${origin}/feed`);
  expect(await ask('/assets/a.js')).toBe(`${origin}/assets/a.js`);
  expect(await ask('/media/a.webp', { destination: 'image' })).toContain('a.webp');
});

it('a page that takes long comes from the network if the storage is broken', async () => {
  vi.useFakeTimers();
  refuseStorage('reads');
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    return new Response(url);
  });
  const page = ask('/feed', { mode: 'navigate' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await page).toBe(`${origin}/feed`);
});
