/** The part of a key that marks a file only some people may see: a message's media (docs/decisions/0010). */
export const privateMark = '-private';

/** Whether only some people may see a file. */
export const isPrivateKey = (key: string): boolean => key.includes(privateMark);

/** For what anyone may cache for an hour: a deleted file must not stay in caches for longer. */
export const publiclyCached = 'public, max-age=3600';

/** For what no cache and no browser may store. */
export const neverCached = 'private, no-store';

/** A stored file's `cache-control`, whoever sends it. */
export const cacheControlOf = (key: string): string => (isPrivateKey(key) ? neverCached : publiclyCached);
