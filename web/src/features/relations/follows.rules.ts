/** Somebody the viewer may follow, as a profile or a list has them. */
export interface Followable {
  following: boolean;
  /** Only on a profile. */
  follower_count?: number | undefined;
}

/** The person after the viewer began or stopped following them. */
export function followed<Known extends Followable>(known: Known, following: boolean): Known {
  if (known.following === following) return known;
  const count =
    known.follower_count === undefined ? {} : { follower_count: known.follower_count + (following ? 1 : -1) };
  return { ...known, following, ...count };
}
