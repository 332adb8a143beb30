/** What other features may use from moderation. */
import type {} from './moderation.events.ts';

export { ownDecisions, ownReports } from './archive.queries.ts';
export { listReporters } from './reports.queries.ts';
