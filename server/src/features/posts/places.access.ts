import type { Db, Tx } from '#platform/database/database.ts';
import type { HttpError } from '#platform/errors/errors.ts';

/**
 * What posts ask about the communities they're in: they know only their ids. Communities answer; the composition root connects them.
 * Those without a promise are SQL; each argument is an expression whose value is an id.
 */
export interface PostPlaces {
  /** Whether a viewer may see what's in a community: a condition. False for one that's gone. */
  isOpenTo(communityId: string, viewerId: string): string;
  /** Whether somebody is banned from a community: a condition. */
  isBannedFrom(communityId: string, userId: string): string;
  /** Whether a viewer may delete what others wrote there: a condition. */
  isModeratedBy(communityId: string, viewerId: string): string;
  /** The contract's `community` of a post, as JSON text. */
  json(communityId: string): string;
  /** A select of the `id` of the community with a handle, if a viewer may know of it. */
  byHandle(handle: string, viewerId: string): string;
  /** A select of the `id` of each of a viewer's communities. */
  joinedBy(viewerId: string): string;
  /**
   * The community that somebody wants to post to, locked until the transaction ends.
   * @throws {HttpError} 404 for one they may not know of, 422 without the permission
   */
  enter(tx: Tx, handle: string, userId: string): Promise<{ id: string; isPrivate: boolean }>;
  /** What somebody is told who's banned from a community; undefined: they aren't. */
  banNoticeOf(db: Db, communityId: string, userId: string): Promise<HttpError | undefined>;
  /** Whether somebody is a member of a community that's private now; false for an unknown one. */
  isPrivate(db: Db, handle: string, userId: string): Promise<boolean>;
}

let connected: PostPlaces | undefined;

/** Call it before anything is served; the answers are the same for every server in a process. */
export function connectPlaces(places: PostPlaces): void {
  connected = places;
}

/** What communities say. */
export function postPlaces(): PostPlaces {
  if (!connected) throw new Error('communities are not connected to posts: app.ts has to call connectPlaces');
  return connected;
}
