export { bestRanks, isPrefixIn, lettersOff, queriedWords } from './matching.queries.ts';
export { commonest } from './search.queries.ts';
export { searchUsers } from './search.service.ts';
