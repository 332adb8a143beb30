/** One of `personalCaches`: the app deletes it when a session ends. */
const pictures = 'pictures';
/** Bytes. */
const mostPictures = 200 * 1024 * 1024;

const sizeOf = (response: Response | undefined): number => Number(response?.headers.get('content-length') ?? 0);

/** Bytes of the stored pictures, and undefined until somebody counted. */
let stored: Promise<number> | undefined;
/** Pictures are stored one after the other. */
let storing: Promise<void> = Promise.resolve();

async function count(cache: Cache): Promise<number> {
  let bytes = 0;
  for (const key of await cache.keys()) bytes += sizeOf(await cache.match(key));
  return bytes;
}

/** A picture that says how large it is, which not every network passes on. */
async function measured(picture: Response): Promise<Response> {
  if (sizeOf(picture) > 0) return picture;
  const content = await picture.blob();
  const headers = new Headers(picture.headers);
  headers.set('content-length', String(content.size));
  return new Response(content, { headers });
}

/** Where pictures are stored. Opened before one is requested, so that one that arrives after a log-out is stored nowhere. */
export async function openPictures(): Promise<Cache> {
  if (!(await caches.has(pictures))) stored = Promise.resolve(0);
  return await caches.open(pictures);
}

async function put(cache: Cache, url: string, seen: Response, most: number): Promise<void> {
  if (await cache.match(url)) return;
  stored ??= count(cache);
  const picture = await measured(seen);
  await cache.put(url, picture);
  let bytes = (await stored) + sizeOf(picture);
  const keys = bytes > most ? await cache.keys() : [];
  for (const key of keys) {
    if (bytes <= most) break;
    bytes -= sizeOf(await cache.match(key));
    await cache.delete(key);
  }
  stored = Promise.resolve(bytes);
}

/**
 * Stores a picture, after those before it, and deletes the oldest ones as soon as there are too many.
 * @param opened from `openPictures`
 * @param most bytes of all
 */
export function storePicture(opened: Promise<Cache>, url: string, seen: Response, most = mostPictures): Promise<void> {
  storing = storing.then(async () => await put(await opened, url, seen, most)).catch(() => undefined);
  return storing;
}

/** A picture as it was seen before. */
export const storedPicture = (url: string): Promise<Response | undefined> => caches.match(url, { cacheName: pictures });
