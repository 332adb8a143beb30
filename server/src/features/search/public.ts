export { commonest } from './search.queries.ts';
