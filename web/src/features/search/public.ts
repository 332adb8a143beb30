export { UserSearch } from '#features/search/UserSearch.tsx';
