/** What a key has in it whose file only some people may see: what a message shows (docs/decisions/0010). */
export const privateMark = '-private';

/** Whether a file is one that only some people may see. */
export const isPrivateKey = (key: string): boolean => key.includes(privateMark);

/** What anybody may keep for an hour: a deleted file must not stay in caches for longer. */
export const publiclyCached = 'public, max-age=3600';

/** What no cache and no browser may keep. */
export const neverCached = 'private, no-store';

/** The `cache-control` of a stored file, whoever sends it. */
export const cacheControlOf = (key: string): string => (isPrivateKey(key) ? neverCached : publiclyCached);
