import type { CommentChange } from '@hubbub/contract/features/comments/comments.events.ts';

type Change = CommentChange['change'];

/**
 * One change for each comment out of several, in order: the last one. What's new stays new, whatever else has happened to it since, unless
 * it's gone; and what's deleted stays so.
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
