export { queueForManyPosts } from './posts.queries.ts';
