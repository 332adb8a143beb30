/** What other features may use from rich text: who a text mentions, and what it links to. */
export { isPreviewed, previewLink } from './links.service.ts';
export { idsMentioned, isMentionedIn, mentionsJson } from './rich-text.access.ts';
export type { Audience } from './rich-text.queries.ts';
export { newlyMentioned } from './rich-text.rules.ts';
export { resolveMentions } from './rich-text.service.ts';
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
export { indexSoon } from './written.service.ts';
