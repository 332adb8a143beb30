/** A comment that somebody sees, and their relation to it. */
export interface CommentStanding {
  isAuthor: boolean;
  /** Whether they wrote the post. */
  ownsPost: boolean;
  /** Whether they hold ban:users in the post's community. */
  moderates: boolean;
  /** Whether they're in the site's team, above the author. */
  outranks: boolean;
  /** Whether moderators removed it. */
  isRemoved: boolean;
}

/** Why somebody can't edit a comment that they see. A removed comment can't be edited, because of appeals. */
export type EditObstacle = 'foreign' | 'removed';

/** Only its author can edit a comment, and only if they may comment there. */
export function obstaclesToEditing({
  isAuthor,
  isRemoved,
}: Pick<CommentStanding, 'isAuthor' | 'isRemoved'>): EditObstacle[] {
  if (!isAuthor) return ['foreign'];
  return isRemoved ? ['removed'] : [];
}

/** A comment is deleted by its author, the post's author, the site's team and the moderators of the post's community. */
export function mayEverDelete({
  isAuthor,
  ownsPost,
  moderates,
  outranks,
}: Omit<CommentStanding, 'isRemoved'>): boolean {
  return isAuthor || ownsPost || moderates || outranks;
}

/** Once removed, it can only be deleted by its author. */
export const mayDelete = (comment: CommentStanding): boolean =>
  mayEverDelete(comment) && (!comment.isRemoved || comment.isAuthor);

/** Whether deleting it is a decision about its author, who can appeal it. */
export const isDecision = ({
  isAuthor,
  moderates,
  outranks,
}: Omit<CommentStanding, 'isRemoved' | 'ownsPost'>): boolean => !isAuthor && (moderates || outranks);
