import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** The browser's Cache Storage, as far as it's used: what's stored is listed in the order in which it came. */
function fakeCaches() {
  const all = new Map<string, Map<string, Response>>();
  const cacheOf = (files: Map<string, Response>) => ({
    keys: async () => [...files.keys()],
    match: async (url: string) => files.get(url)?.clone(),
    put: async (url: string, file: Response) => void files.set(url, file),
    delete: async (url: string) => files.delete(url),
  });
  const filesIn = (name: string) => all.get(name) ?? all.set(name, new Map()).get(name) ?? new Map();
  return {
    has: async (name: string) => all.has(name),
    open: async (name: string) => cacheOf(filesIn(name)),
    delete: async (name: string) => all.delete(name),
    match: async (url: string, { cacheName }: { cacheName: string }) => all.get(cacheName)?.get(url)?.clone(),
    names: (name: string) => [...filesIn(name).keys()],
  };
}

let caches: ReturnType<typeof fakeCaches>;
let openPictures: typeof import('./pictures.ts').openPictures;
let storePicture: typeof import('./pictures.ts').storePicture;
let storedPicture: typeof import('./pictures.ts').storedPicture;

/** A worker that starts. */
async function start(): Promise<void> {
  vi.resetModules();
  ({ openPictures, storePicture, storedPicture } = await import('./pictures.ts'));
}

beforeEach(async () => {
  caches = fakeCaches();
  vi.stubGlobal('caches', caches);
  await start();
});
afterEach(() => vi.unstubAllGlobals());

const picture = (bytes: number) => new Response(new Uint8Array(bytes), { headers: { 'content-length': `${bytes}` } });
const most = 100;

it('the oldest pictures go as soon as all together are over the bound, and nothing else does', async () => {
  await (await caches.open('app 1')).put('/assets/app.js', picture(1000));
  for (const name of ['a', 'b', 'c']) await storePicture(openPictures(), name, picture(30), most);
  expect(caches.names('pictures')).toEqual(['a', 'b', 'c']);
  await storePicture(openPictures(), 'd', picture(40), most);
  expect(caches.names('pictures')).toEqual(['b', 'c', 'd']);
  await storePicture(openPictures(), 'e', picture(65), most);
  expect(caches.names('pictures')).toEqual(['e']);
  expect(caches.names('app 1')).toEqual(['/assets/app.js']);
  expect(await storedPicture('a')).toBeUndefined();
  expect((await storedPicture('e'))?.status).toBe(200);
});

it('pictures that come at the same moment, or without saying how large they are, count as well', async () => {
  const unmeasured = () => new Response(new Uint8Array(30));
  await Promise.all(['a', 'b', 'c', 'd', 'b'].map((name) => storePicture(openPictures(), name, unmeasured(), most)));
  expect(caches.names('pictures')).toEqual(['b', 'c', 'd']);
});

it('a worker that starts again counts what is there, and one that goes on after a log-out begins with nothing', async () => {
  for (const name of ['a', 'b', 'c']) await storePicture(openPictures(), name, picture(30), most);
  await start();
  await storePicture(openPictures(), 'd', picture(30), most);
  expect(caches.names('pictures')).toEqual(['b', 'c', 'd']);
  await caches.delete('pictures');
  for (const name of ['e', 'f', 'g']) await storePicture(openPictures(), name, picture(30), most);
  expect(caches.names('pictures')).toEqual(['e', 'f', 'g']);
});

it('a picture that arrives after a log-out, and was asked for before it, is not stored', async () => {
  const opened = openPictures();
  await opened;
  await caches.delete('pictures');
  await storePicture(opened, 'a', picture(30), most);
  expect(await storedPicture('a')).toBeUndefined();
  await storePicture(openPictures(), 'b', picture(30), most);
  expect(caches.names('pictures')).toEqual(['b']);
});
