import { sql } from 'kysely';
import { seesEverybody } from '#features/communities/public.ts';
import { inFeedOf } from '#features/relations/public.ts';
import { idsMentioned } from '#features/rich-text/public.ts';
import { canWork, isOnTeam } from '#features/site/public.ts';
import { anyPrepared, arrayOf, unnest } from '#platform/database/arrays.ts';
import type { Db } from '#platform/database/database.ts';
import { and, anyOf, type Condition, eb, not, type Row, row } from '#platform/database/expressions.ts';
import { executePrepared } from '#platform/database/prepared.ts';

/** A comment, and the people to notify about it. */
export interface CommentFacts {
  id: string;
  post_id: string;
  author_id: string;
  post_author_id: string;
  community_id: string | null;
  /** Who it answers; null: nobody, or what it answers is gone. */
  answered_id: string | null;
  /** Who it mentions. */
  mentioned: string[];
}

export async function findComments(db: Db, ids: readonly string[]): Promise<CommentFacts[]> {
  const { rows } = await executePrepared(
    db,
    sql<CommentFacts>`select comments.id, comments.post_id, comments.author_id,
      posts.author_id as post_author_id, posts.community_id, answered.author_id as answered_id,
      ${idsMentioned(row('comments').mentions)} as mentioned
    from comments join posts on posts.id = comments.post_id
      left join comments answered on answered.id = comments.reply_to and not answered.deleted
    where comments.id = ${anyPrepared(ids, 'uuid')} order by comments.id`,
  );
  return rows;
}

/** A post, and who it mentions. */
export interface MentioningPost {
  id: string;
  author_id: string;
  community_id: string | null;
  mentioned: string[];
}

export async function findMentioningPosts(db: Db, ids: readonly string[]): Promise<MentioningPost[]> {
  const { rows } = await sql<MentioningPost>`select posts.id, posts.author_id, posts.community_id,
      ${idsMentioned(row('posts').mentions)} as mentioned
    from posts where posts.id = any(${[...ids]}::uuid[]) order by posts.id`.execute(db);
  return rows;
}

/** A vote for a post that still stands. */
export interface VoteFacts {
  post_id: string;
  user_id: string;
  author_id: string;
  community_id: string | null;
}

export async function findVotes(db: Db, votes: readonly { postId: string; userId: string }[]): Promise<VoteFacts[]> {
  const posts = arrayOf(
    votes.map(({ postId }) => postId),
    'uuid',
  );
  const people = arrayOf(
    votes.map(({ userId }) => userId),
    'uuid',
  );
  const { rows } = await executePrepared(
    db,
    sql<VoteFacts>`select votes.post_id, votes.user_id, posts.author_id, posts.community_id
    from unnest(${posts}, ${people}) with ordinality given (post_id, user_id, ordinality)
    join post_votes votes on votes.post_id = given.post_id and votes.user_id = given.user_id and votes.value = 1
    join posts on posts.id = votes.post_id
    order by given.ordinality`,
  );
  return rows;
}

/** The pairs whose receiver sees the other person and hasn't muted them. */
export async function listNotified(
  db: Db,
  pairs: readonly { userId: string; actorId: string }[],
): Promise<Set<string>> {
  const asked = unnest('asked', {
    user_id: arrayOf(
      pairs.map(({ userId }) => userId),
      'uuid',
    ),
    actor_id: arrayOf(
      pairs.map(({ actorId }) => actorId),
      'uuid',
    ),
  });
  const { rows } = await executePrepared(
    db,
    db
      .selectFrom(asked)
      .select(['asked.user_id', 'asked.actor_id'])
      .whereRef('asked.user_id', '<>', 'asked.actor_id')
      .where(inFeedOf(sql.ref('asked.user_id'), sql.ref('asked.actor_id'))),
  );
  return new Set(rows.map(({ user_id, actor_id }) => `${user_id} ${actor_id}`));
}

/** A post in a community. */
export async function findCommunityPost(
  db: Db,
  postId: string,
): Promise<{ author_id: string; community_id: string; mentioned: string[] } | undefined> {
  const { rows } = await sql<{ author_id: string; community_id: string; mentioned: string[] }>`
    select author_id, community_id, ${idsMentioned(row('posts').mentions)} as mentioned from posts
    where id = ${postId} and community_id is not null`.execute(db);
  return rows[0];
}

/** A community's members, starting after one of them. */
export async function listMembersAfter(db: Db, communityId: string, after: string, max: number): Promise<string[]> {
  const rows = await db
    .selectFrom('community_members')
    .select('user_id')
    .where('community_id', '=', communityId)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(max)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** The post of an announcement that still stands. */
export async function findAnnouncedPost(db: Db, announcementId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('site_announcement')
    .select('post_id')
    .where('id', '=', announcementId)
    .executeTakeFirst();
  return row?.post_id;
}

/** Everybody with an activated account, starting after one of them. */
export async function listPeopleAfter(db: Db, after: string, max: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', '>', after)
    .where('activated_at', 'is not', null)
    .orderBy('id')
    .limit(max)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * The people who may decide these reports: the site's team and, until a report is the team's alone, holders of ban:users in its community.
 */
export async function listDeciders(
  db: Db,
  reportIds: readonly string[],
): Promise<{ report_id: string; community_id: string | null; user_id: string }[]> {
  const reports = db.selectFrom('reports').where('reports.id', '=', anyOf(reportIds));
  const bans = db
    .selectFrom('community_role_holders as held')
    .innerJoin('community_roles as roles', 'roles.id', 'held.role_id')
    .select('held.user_id')
    .where(sql<boolean>`roles.permissions @> array['ban:users']`)
    .where('held.community_id', '=', row('reports').community_id);
  return await reports
    .innerJoin('users as team', (on) => on.on(works(row('users', 'team'))))
    .select(['reports.id as report_id', 'reports.community_id', 'team.id as user_id'])
    .union(
      reports
        .innerJoin('community_members as member', 'member.community_id', 'reports.community_id')
        .select(['reports.id as report_id', 'reports.community_id', 'member.user_id'])
        .where(not(row('reports').escalated))
        .where('member.user_id', 'in', bans)
        .where(seesEverybody(row('reports').community_id, row('community_members', 'member').user_id)),
    )
    .execute();
}

/** Whether a person's rights as a team member aren't paused. */
const works = (users: Row<'users'>): Condition =>
  and(eb(users.site_role, 'is not', null), isOnTeam(users.id), canWork(users));

/** The site's team. */
export async function listTeam(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('users.id')
    .where(works(row('users')))
    .orderBy('users.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Decisions, and the people they concern. */
export async function findDecisions(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; action: string; user_id: string; community_id: string | null }[]> {
  return await db
    .selectFrom('decisions')
    .select(['id', 'action', 'user_id', 'community_id'])
    .where('id', '=', anyOf(ids))
    .where('user_id', 'is not', null)
    .$narrowType<{ user_id: string }>()
    .execute();
}

/** Answered appeals, with what was decided. */
export async function findAnswered(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; user_id: string; action: string; decision_id: string; community_id: string | null }[]> {
  return await db
    .selectFrom('appeals')
    .innerJoin('decisions', 'decisions.id', 'appeals.decision_id')
    .select(['appeals.id', 'appeals.user_id', 'decisions.action', 'appeals.decision_id', 'decisions.community_id'])
    .where('appeals.id', '=', anyOf(ids))
    .execute();
}
