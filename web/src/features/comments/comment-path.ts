import { pathTo } from '#platform/paths.ts';

/** The path that opens a post at one of its comments. */
export const commentPath = ({ post_id, comment_id: comment }: { post_id: string; comment_id: string }): string =>
  pathTo('post', { post_id }, { comment });
