/** What later features may use from finding. */
export type { Sources } from './finding.service.ts';
