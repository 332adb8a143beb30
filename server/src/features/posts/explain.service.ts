import { apartNotice, awayNotice } from '#features/relations/public.ts';
import { type HttpError, lacksRight } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { type FoundPost, findGated } from './explain.queries.ts';
import type { PostCommunities } from './post-communities.service.ts';
import {
  type EditObstacle,
  mayDeleteNow,
  mayDeletePost,
  obstaclesToEditing,
  obstaclesToResponding,
  obstaclesToSeeing,
  type PostObstacle,
} from './posts.rules.ts';

interface Person {
  id: string;
  name: string;
}

const texts: Record<PostObstacle | 'banned', (name: string) => string> = {
  removed: () =>
    "Moderators removed this post. It's there only for its author and the site's team until an appeal succeeds.",
  community: (name) => `This post is in a private community, and ${name} isn't a member. Send them an invite.`,
  apart: () => apartNotice,
  away: () => awayNotice,
  banned: (name) => `${name} is banned from the community of this post. Lift the ban in its settings, under Bans.`,
};

const gone = 'This post was deleted.';
const blockedHere =
  "You can see this post because you moderate its community, but you can't vote or comment on it: one of you has blocked the other.";
const authorDeletes = "Only its author can delete this post. The site's team can remove it after a report.";
const guardsDelete = 'Only its author, and members with the "Ban Members" permission, can delete this post.';
const removedAlready = 'Moderators removed this post already. Only its author can delete it for good.';

/** The explanation for somebody who may not change a post. */
export const editRefusals: Record<EditObstacle, string> = {
  foreign: 'Only its author can edit a post.',
  removed: "Moderators removed this post, so it can't be edited.",
};

const seeing = (post: FoundPost | undefined, name: string): string[] =>
  post ? obstaclesToSeeing(post).map((obstacle) => texts[obstacle](name)) : [gone];

/** Why somebody can't vote and comment on a post; empty: they can. */
export async function explainRespondingToPost(
  { db }: Pick<Platform, 'db'>,
  person: Person,
  postId: string,
): Promise<string[]> {
  const post = await findGated(db.kysely, postId, person.id);
  return post ? obstaclesToResponding(post).map((obstacle) => texts[obstacle](person.name)) : [gone];
}

/** The explanation for somebody who sees a post and may not vote or comment on it; undefined if they don't see it. */
export async function refusalToRespond(
  { db }: Pick<Platform, 'db'>,
  communities: PostCommunities,
  postId: string,
  userId: string,
): Promise<HttpError | undefined> {
  const post = isId(postId) ? await findGated(db.kysely, postId, userId) : undefined;
  if (!post || post.community_id === null || obstaclesToSeeing(post).length > 0) return undefined;
  if (!post.isNotBlocked) return lacksRight({ post: blockedHere });
  return await communities.banNoticeOf(db.kysely, post.community_id, userId);
}

/** Why somebody can't see a post; empty: they can. */
export async function explainSeeingPost(
  { db }: Pick<Platform, 'db'>,
  person: Person,
  postId: string,
): Promise<string[]> {
  return seeing(await findGated(db.kysely, postId, person.id), person.name);
}

/** The actions on posts, and why somebody may or may not perform them. */
export function explainablePosts({ db }: Pick<Platform, 'db'>) {
  return {
    kind: 'post' as const,

    /** A post that the asker sees; the site's team and moderators of its community see all posts. */
    async find(id: string, asker: { userId: string; isOnTeam: boolean }) {
      const post = isId(id) ? await findGated(db.kysely, id, asker.userId) : undefined;
      if (!post) return undefined;
      const isNotApart = post.isNotApart || asker.isOnTeam || post.isModerator;
      const seen = obstaclesToSeeing({ ...post, isNotApart }).length === 0;
      return seen ? { id: post.id, communityId: post.community_id } : undefined;
    },

    actions: {
      view: async (person: Person, postId: string) => ({
        obstacles: await explainSeeingPost({ db }, person, postId),
        grounds: [`${person.name} can see this post.`],
      }),
      vote: async (person: Person, postId: string) => ({
        obstacles: await explainRespondingToPost({ db }, person, postId),
        grounds: [`${person.name} can see this post, and so vote on it.`],
      }),
      async edit(person: Person, postId: string) {
        const post = await findGated(db.kysely, postId, person.id);
        const obstacles = seeing(post, person.name);
        if (post && !post.isNotBanned) obstacles.push(texts.banned(person.name));
        for (const each of post ? obstaclesToEditing({ userId: person.id }, post) : [])
          obstacles.push(editRefusals[each]);
        return { obstacles, grounds: [`${person.name} wrote this post.`] };
      },
      async delete(person: Person, postId: string) {
        const post = await findGated(db.kysely, postId, person.id);
        const obstacles = seeing(post, person.name);
        const actor = { userId: person.id, isModerator: post?.isModerator ?? false };
        if (post && !mayDeletePost(actor, post))
          obstacles.push(post.community_id === null ? authorDeletes : guardsDelete);
        else if (post && !mayDeleteNow(actor, post)) obstacles.push(removedAlready);
        const isOwn = post?.author_id === person.id;
        const grounds = isOwn
          ? `${person.name} wrote this post.`
          : `${person.name} has a role with the "Ban Members" permission in this community.`;
        return { obstacles, grounds: [grounds] };
      },
    },
  };
}
