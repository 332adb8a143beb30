import type { CommentChange } from '@hubbub/contract/features/comments/comments.events.ts';

type Change = CommentChange['change'];

/**
 * Merges several changes, in order, into one for each comment: the last one. But `created` stays `created` whatever
 * happens to the comment afterwards, unless it's deleted; and `deleted` stays `deleted`.
 */
export function changesOfRound<One extends { commentId: string; change: Change }>(happened: readonly One[]): One[] {
  const last = new Map<string, One>();
  for (const one of happened) {
    const before = last.get(one.commentId)?.change;
    if (before === 'deleted') continue;
    const isNew = before === 'created';
    const isGone = one.change === 'deleted' || one.change === 'removed';
    last.set(one.commentId, isNew && !isGone ? { ...one, change: 'created' } : one);
  }
  return [...last.values()];
}
