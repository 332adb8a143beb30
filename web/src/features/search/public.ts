export { userSearchOptions } from '#features/search/search.data.ts';
export { UserSearch } from '#features/search/UserSearch.tsx';
