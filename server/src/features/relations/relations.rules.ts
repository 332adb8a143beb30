/** A block or a mute: who set it, and against whom. */
export interface Relation {
  by: string;
  of: string;
}

/** Neither of two people sees the other once one of them has blocked the other. */
export function isNotApart(viewer: string, author: string, blocks: readonly Relation[]): boolean {
  return !blocks.some(({ by, of }) => (by === viewer && of === author) || (by === author && of === viewer));
}

/** The facts that decide who sees whom. */
interface Sight {
  blocks: readonly Relation[];
  /** Who has deactivated their account, or is deleting it. */
  away: ReadonlySet<string>;
}

/** Nobody sees a person who is away; besides, neither of two people may have blocked the other. */
export function isVisibleTo(viewer: string, author: string, { blocks, away }: Sight): boolean {
  return isNotApart(viewer, author, blocks) && !away.has(author);
}

/** Nothing by a muted person is in the feed of the person who muted them. */
export function isInFeedOf(
  viewer: string,
  author: string,
  { mutes, ...sight }: Sight & { mutes: readonly Relation[] },
): boolean {
  return isVisibleTo(viewer, author, sight) && !mutes.some(({ by, of }) => by === viewer && of === author);
}

/** In rooms with several people, messages from somebody the viewer has blocked are delivered, but hidden. */
export function isHiddenFrom(viewer: string, sender: string, blocks: readonly Relation[]): boolean {
  return blocks.some(({ by, of }) => by === viewer && of === sender);
}

/** Nobody can block, mute or follow themselves. */
export function mayRelateTo(actorId: string, otherId: string): boolean {
  return actorId !== otherId;
}

/** The text for others about two people who don't see each other: it never says who blocked whom. */
export const apartNotice =
  "They can't message each other, and neither sees the other's profile, posts or comments. Only the two of them can change that.";

/** The text about posts and comments of somebody who is away. */
export const awayNotice =
  'Whoever wrote this has deactivated or deleted their account, so nobody sees it unless they come back.';

/** Two people see what the other has read, or whether the other is online, only if both show it and neither has blocked the other. */
export function isShared(viewer: { id: string; shows: boolean }, other: { id: string; shows: boolean }, sight: Sight) {
  return viewer.shows && other.shows && isVisibleTo(viewer.id, other.id, sight);
}

/** People's own privacy choices apply; until they choose, the site's defaults do. */
export const chosenOr = <Choice>(chosen: Choice | null, proposed: Choice): Choice => chosen ?? proposed;
