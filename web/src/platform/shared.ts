import { logError } from '#platform/log.ts';

/** Where the app's worker keeps what was shared: `worker/sharing.ts`. */
const cacheName = 'shared';

/** What a phone's share sheet sent. */
export interface Shared {
  text: string;
  files: File[];
}

/** Takes what was shared with the app; undefined: nothing. It's deleted here, so the caller has to keep it. */
export async function takeShared(): Promise<Shared | undefined> {
  if (!('caches' in globalThis)) return undefined;
  try {
    if (!(await caches.has(cacheName))) return undefined;
    const cache = await caches.open(cacheName);
    const text = (await (await cache.match('/share/text'))?.text()) ?? '';
    const files: File[] = [];
    for (const request of await cache.keys()) {
      const name = (await cache.match(request))?.headers.get('x-file-name');
      const blob = await (await cache.match(request))?.blob();
      if (name && blob) files.push(new File([blob], decodeURIComponent(name), { type: blob.type }));
    }
    await caches.delete(cacheName);
    return text === '' && files.length === 0 ? undefined : { text, files };
  } catch (error) {
    logError("Couldn't read what was shared", error);
    return undefined;
  }
}
