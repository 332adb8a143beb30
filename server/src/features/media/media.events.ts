declare module '#platform/events/events.ts' {
  interface EventMap {
    /** A file is shown differently now: it was checked and its renderings are done, or its paths changed. */
    'media.updated': { mediaId: string };
    /** Media are about to be deleted, because the content they were attached to was removed long ago. */
    'media.expired': { mediaIds: readonly string[] };
  }
}
