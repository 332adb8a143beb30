/** A block or a mute: whose it is, and of whom. */
export interface Relation {
  by: string;
  of: string;
}

/** Neither of two people sees the other once one of them has blocked the other. */
export function isNotApart(viewer: string, author: string, blocks: readonly Relation[]): boolean {
  return !blocks.some(({ by, of }) => (by === viewer && of === author) || (by === author && of === viewer));
}

/** What decides who sees whom. */
interface Sight {
  blocks: readonly Relation[];
  /** Who has deactivated their account, or is deleting it. */
  away: ReadonlySet<string>;
}

/** Nobody sees a person who is away; besides, neither of two people may have blocked the other. */
export function isVisibleTo(viewer: string, author: string, { blocks, away }: Sight): boolean {
  return isNotApart(viewer, author, blocks) && !away.has(author);
}

/** Nothing of a muted person is in the feed of whoever muted them. */
export function isInFeedOf(
  viewer: string,
  author: string,
  { mutes, ...sight }: Sight & { mutes: readonly Relation[] },
): boolean {
  return isVisibleTo(viewer, author, sight) && !mutes.some(({ by, of }) => by === viewer && of === author);
}

/** In rooms with other people in them, messages from somebody the viewer has blocked are there, but hidden. */
export function isHiddenFrom(viewer: string, sender: string, blocks: readonly Relation[]): boolean {
  return blocks.some(({ by, of }) => by === viewer && of === sender);
}

/** Nobody blocks, mutes or follows themselves. */
export function mayRelateTo(actorId: string, otherId: string): boolean {
  return actorId !== otherId;
}

/** What others learn about two people who don't see each other: never who blocked whom. */
export const apartNotice =
  "They can't message each other, and neither sees the other's profile, posts or comments. Only the two of them can change that.";

/** What's said about the posts and comments of somebody who is away. */
export const awayNotice =
  'Whoever wrote this has deactivated or deleted their account, so nobody sees it unless they come back.';

/** Two people see what the other has read, or whether the other is online, only if both show it and neither has blocked the other. */
export function isShared(viewer: { id: string; shows: boolean }, other: { id: string; shows: boolean }, sight: Sight) {
  return viewer.shows && other.shows && isVisibleTo(viewer.id, other.id, sight);
}

/** What somebody has chosen about their privacy holds; until then, what the site proposes. */
export const chosenOr = <Choice>(chosen: Choice | null, proposed: Choice): Choice => chosen ?? proposed;
