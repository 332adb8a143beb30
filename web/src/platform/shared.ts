import { pages } from '@hubbub/contract/platform/pages.ts';
import { logError } from '#platform/log.ts';

/** Where the app's worker keeps what was shared: `worker/sharing.ts`. */
export const sharedCache = 'shared';

/** The page that takes it over. Nothing is kept while nobody is logged in: whoever logs in next may not be who shared it. */
export const sharedPage = `${pages.postUpload.path}?shared`;

/** What a phone's share sheet sent. */
export interface Shared {
  text: string;
  files: File[];
}

/** Takes what was shared with the app; undefined: nothing. It's deleted here, so the caller has to keep it. */
export async function takeShared(): Promise<Shared | undefined> {
  if (!('caches' in globalThis)) return undefined;
  try {
    if (!(await caches.has(sharedCache))) return undefined;
    const cache = await caches.open(sharedCache);
    const text = (await (await cache.match('/share/text'))?.text()) ?? '';
    const files: File[] = [];
    for (const request of await cache.keys()) {
      const name = (await cache.match(request))?.headers.get('x-file-name');
      const blob = await (await cache.match(request))?.blob();
      if (name && blob) files.push(new File([blob], decodeURIComponent(name), { type: blob.type }));
    }
    await caches.delete(sharedCache);
    return text === '' && files.length === 0 ? undefined : { text, files };
  } catch (error) {
    logError("Couldn't read what was shared", error);
    return undefined;
  }
}
