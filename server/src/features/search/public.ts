/** What later features may use from the search. */
export type { Sources } from './search.service.ts';
