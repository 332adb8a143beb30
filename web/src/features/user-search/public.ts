export { UserSearch } from '#features/user-search/UserSearch.tsx';
export { userSearchOptions } from '#features/user-search/user-search.data.ts';
