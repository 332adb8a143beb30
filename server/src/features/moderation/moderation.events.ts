declare module '#platform/events/deferred.ts' {
  interface DeferredEventMap {
    /** Something was decided about a person. */
    'moderation.decided': { decisionId: string };
    /** There's a new report, or one that waits again. */
    'moderation.reported': { reportId: string };
    /** A report was decided. */
    'moderation.report-answered': { reportId: string };
    /** A report is now about nobody or somebody else, because the person it was about deleted their account. */
    'moderation.forgotten': { reportId: string };
    /** A decision was undone or deleted, or an appeal against it judged. */
    'moderation.judged': { decisionId: string };
    /** There's a new appeal. */
    'moderation.appealed': { decisionId: string };
    /** An appeal was judged, or there's nothing left to judge. */
    'moderation.appeal-answered': { appealId: string };
  }
}

export {};
