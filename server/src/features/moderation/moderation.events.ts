declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Notifies the person a decision concerns. */
    'moderation.tell': { decisionId: string };
    /** Tells reporters what came of their report, those after one of them. */
    'moderation.tell-reporters': { reportId: string; after: string };
    /** Tells whoever appealed how it ended. */
    'moderation.tell-answer': { appealId: string };
    'moderation.remove-expired': Record<string, never>;
  }
}

declare module '#platform/events/deferred.ts' {
  interface DeferredEventMap {
    /** Something was decided about somebody. */
    'moderation.decided': { decisionId: string };
    /** A report waits. */
    'moderation.reported': { reportId: string };
    /** A report was decided. */
    'moderation.report-answered': { reportId: string };
    /** A report is about nobody anymore, or somebody else, because the person it was about deleted their account. */
    'moderation.forgotten': { reportId: string };
    /** A decision was undone or deleted, or an appeal against it judged. */
    'moderation.judged': { decisionId: string };
    /** An appeal against a decision waits. */
    'moderation.appealed': { decisionId: string };
  }
}

export {};
