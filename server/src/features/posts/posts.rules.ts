/** Only the author of a post may delete it. */
export function mayDeletePost(actor: { userId: string }, post: { author_id: string }): boolean {
  return post.author_id === actor.userId;
}
