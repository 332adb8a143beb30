declare module '#platform/events/events.ts' {
  interface EventMap {
    /** What is known of a file has changed: it was looked at, and its renderings were made. */
    'media.updated': { mediaId: string };
  }
}

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Looks at a picture and makes its renderings. */
    'media.picture': { mediaId: string; path: string };
    /** Writes a video or a sound anew without its metadata, looks at a video and makes its poster. */
    'media.process': { mediaId: string; path: string };
    /** Has recordings of before written anew without their metadata. */
    'media.strip': Record<string, never>;
    /** Removes the files of media whose rows are gone. */
    'media.remove': { paths: string[] };
    /** Removes what was sent and never shown. */
    'media.sweep': Record<string, never>;
  }
}
