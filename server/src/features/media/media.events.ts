declare module '#platform/events/events.ts' {
  interface EventMap {
    /** A file has been checked and its renderings are done. */
    'media.updated': { mediaId: string };
  }
}

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Checks a picture and makes its renderings. */
    'media.picture': { mediaId: string; path: string };
    /** Rewrites a video or sound without its metadata, checks a video and makes its poster. */
    'media.process': { mediaId: string; path: string };
    /** Queues rewriting older recordings without their metadata. */
    'media.strip': Record<string, never>;
    /** Deletes the files of media whose rows are gone. */
    'media.remove': { paths: string[] };
    /** Deletes uploads that were never attached. */
    'media.sweep': Record<string, never>;
  }
}
