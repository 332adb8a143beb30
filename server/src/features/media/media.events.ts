declare module '#platform/events/events.ts' {
  interface EventMap {
    /** A file is shown differently now: it was checked and its renderings are done, or its paths changed. */
    'media.updated': { mediaId: string };
    /** Media are about to be deleted, because the content they were attached to was removed long ago. */
    'media.expired': { mediaIds: readonly string[] };
  }
}

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Checks a picture and makes its renderings. */
    'media.picture': { mediaId: string; path: string };
    /** Rewrites a video or sound without its metadata, checks a video and makes its poster. */
    'media.process': { mediaId: string; path: string };
    /** Converts a video that browsers can't play. */
    'media.convert': { mediaId: string; path: string };
    /** Queues rewriting older recordings without their metadata. */
    'media.strip': Record<string, never>;
    /** Moves a medium's files from an earlier path to its current one. */
    'media.move': { mediaId: string; from: string };
    /** Deletes the files of media whose rows are gone. */
    'media.remove': { paths: string[] };
    /** Deletes uploads that were never attached. */
    'media.sweep': Record<string, never>;
    /** Deletes the pieces of uploads that are gone. */
    'uploads.remove': { keys: string[] };
  }
}
