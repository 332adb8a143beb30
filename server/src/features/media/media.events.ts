declare module '#platform/events/events.ts' {
  interface EventMap {
    /** What is known of a file has changed: it was looked at, and its renderings were made. */
    'media.updated': { mediaId: string };
  }
}

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Looks at a file and makes its renderings. */
    'media.process': { mediaId: string; path: string };
    /** Removes the files of media whose rows are gone. */
    'media.remove': { paths: string[] };
    /** Removes what was sent and never shown. */
    'media.sweep': Record<string, never>;
  }
}
