import type {
  CommentChange,
  CommentServerEvents,
  LiveComment,
} from '@hubbub/contract/features/comments/comments.events.ts';
import { deletedUser } from '@hubbub/contract/platform/deleted-user.ts';
import { emitPostChanged, postPrefix } from '#features/posts/public.ts';
import type { Platform } from '#platform/platform.ts';
import { createRounds } from '#platform/realtime/rounds.ts';
import type { PastComment } from './comments.events.ts';
import { findPostsOf, type LiveCommentRow, readLive } from './live.queries.ts';
import { changesOfRound } from './live.rules.ts';

declare module '#platform/realtime/realtime.ts' {
  interface SentEvents extends CommentServerEvents {}
}

/** Something that happened to a comment. */
interface Happened {
  commentId: string;
  change: CommentChange['change'];
  was?: PastComment;
}

declare module '#platform/realtime/signals.ts' {
  interface Signals {
    /** Comments on a post have changed. */
    commentsChanged: { postId: string; changes: readonly Happened[] };
  }
}

/**
 * How many changes to one post's comments are sent at a time. Only the latest are sent: a page shows no more than
 * these.
 */
const mostAtOnce = 50;
/** How many pairs of a comment and a person one statement reads. */
const pairsAtOnce = 500;

/** Announces changes of comments to every process, after the commit. */
export function subscribeLiveComments(platform: Pick<Platform, 'db' | 'deferred' | 'realtime'>): void {
  const { db, deferred, realtime } = platform;
  const announce = async (happened: readonly Happened[]) => {
    const left = happened.filter(({ was }) => was === undefined).map(({ commentId }) => commentId);
    const found = left.length === 0 ? [] : await findPostsOf(db.kysely, left);
    const posts = new Map(found.map(({ id, post_id }) => [id, post_id]));
    const postOf = ({ commentId, was }: Happened) => was?.postId ?? posts.get(commentId);
    for (const [postId, changes] of Map.groupBy(happened, postOf)) {
      if (postId === undefined || !realtime.hasSubscribers(postPrefix + postId)) continue;
      emitPostChanged(platform, { postId });
      realtime.signals.emit('commentsChanged', { postId, changes });
    }
  };
  deferred.on('comments.written', (written) =>
    announce(written.map(({ commentId }) => ({ commentId, change: 'created' }))),
  );
  deferred.on('comments.reacted', (given) =>
    announce(given.map(({ commentId }) => ({ commentId, change: 'reaction' }))),
  );
  deferred.on('comments.changed', (changed) =>
    announce(changed.map(({ change = 'edited', ...rest }) => ({ ...rest, change }))),
  );
}

/** Sends changes of comments to the sockets that have the post open, as far as their people see them. */
export function registerCommentsRealtime({ db, realtime, log }: Platform): { close(): void } {
  const rounds = createRounds<Happened>({
    act: (round) => tellOfComments({ db, realtime }, round),
    onError: (error) => log.error({ err: error }, "couldn't tell pages of comments"),
    most: mostAtOnce,
  });
  realtime.signals.on('commentsChanged', ({ postId, changes }) => {
    if (realtime.usersIn(postPrefix + postId).size === 0) return;
    for (const change of changes) rounds.add(postId, change);
  });
  return rounds;
}

async function tellOfComments(
  { db, realtime }: Pick<Platform, 'db' | 'realtime'>,
  round: ReadonlyMap<string, readonly Happened[]>,
): Promise<void> {
  const pairs = [...round].flatMap(([postId, happened]) => {
    const people = [...realtime.usersIn(postPrefix + postId)];
    return changesOfRound(happened).flatMap((one) => people.map((userId) => ({ ...one, postId, userId })));
  });
  for (let start = 0; start < pairs.length; start += pairsAtOnce) {
    const some = pairs.slice(start, start + pairsAtOnce);
    const rows = await readLive(
      db.reads,
      some.map(({ commentId, postId, userId, was }) => ({
        commentId,
        postId,
        userId,
        authorId: was?.authorId ?? null,
        parentId: was?.parentId ?? null,
        createdAt: was?.createdAt ?? null,
      })),
    );
    const found = new Map(rows.map((each) => [`${each.comment_id} ${each.user_id}`, each]));
    for (const { commentId, userId, postId, change } of some) {
      const comment = commentFor(found.get(`${commentId} ${userId}`), change);
      if (!comment) continue;
      realtime.toUsersInHere(postPrefix + postId, [userId], 'commentChanged', { post_id: postId, comment, change });
    }
  }
}

/** The comment to send; undefined: nothing is sent to this person. */
function commentFor(row: LiveCommentRow | undefined, change: CommentChange['change']): LiveComment | undefined {
  if (!row) return undefined;
  if (row.comment !== null) {
    const { can_edit, can_delete, reactions, ...comment } = row.comment;
    return { ...comment, reactions: reactions.map(({ emoji, count }) => ({ emoji, count })) };
  }
  if (!row.saw || (change !== 'deleted' && change !== 'removed')) return undefined;
  const { username, name, profile_path } = deletedUser;
  return {
    comment_id: row.comment_id,
    post_id: row.post_id,
    content: '',
    created_at: row.created_at ?? '',
    user: { username, name, profile_path },
    mentions: [],
    parent_id: row.parent_id,
    reply_to: null,
    reply_count: row.reply_count,
    edited_at: null,
    deleted: true,
    reactions: [],
  };
}
