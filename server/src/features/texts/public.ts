/** What other features may use from texts: who a text mentions, and what it links to. */
export { isPreviewed, previewLink } from './links.service.ts';
export {
  accountsCalled,
  foundKeys,
  type Has,
  inPlaces,
  keyOf,
  type Looking,
  type Place,
  type Searchable,
  type TextFilters,
  type TextKey,
  type TextRow,
  writtenBy,
} from './searchable.queries.ts';
export { idsMentioned, isMentionedIn, mentionsJson } from './texts.access.ts';
export type { Audience } from './texts.queries.ts';
export { newlyMentioned } from './texts.rules.ts';
export { resolveMentions } from './texts.service.ts';
export { indexSoon } from './written.service.ts';
