export { bestRanks, isPrefixIn, lettersOff, queriedWords } from './matching.queries.ts';
export { commonest } from './user-search.queries.ts';
export { searchUsers } from './user-search.service.ts';
