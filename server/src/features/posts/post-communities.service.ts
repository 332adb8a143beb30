import type { Db, Tx } from '#platform/database/database.ts';
import type { HttpError } from '#platform/errors/errors.ts';

/** What posts need from communities; the composition root connects it. */
export interface PostCommunities {
  /**
   * The community that somebody wants to post to, locked until the transaction ends.
   * @throws {HttpError} 404 for one they may not know about, 422 without the permission
   */
  enter(tx: Tx, handle: string, userId: string): Promise<{ id: string; isPrivate: boolean }>;
  /** The error text for somebody who's banned from a community; undefined if they aren't. */
  banNoticeOf(db: Db, communityId: string, userId: string): Promise<HttpError | undefined>;
  /** Whether somebody is a member of a community that's now private; false for an unknown one. */
  isPrivate(db: Db, handle: string, userId: string): Promise<boolean>;
}
