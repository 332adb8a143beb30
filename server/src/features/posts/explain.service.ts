import { apartNotice } from '#features/relations/public.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { type FoundPost, findGated } from './explain.queries.ts';
import { mayDeleteNow, mayDeletePost, obstaclesToSeeing, type PostObstacle } from './posts.rules.ts';

interface Person {
  id: string;
  name: string;
}

const texts: Record<PostObstacle, (name: string) => string> = {
  removed: () =>
    "Moderators removed this post. It's there only for its author and the site's team until an appeal succeeds.",
  place: (name) => `This post is in a private community, and ${name} isn't a member. Send them an invite.`,
  apart: () => apartNotice,
};

const gone = 'This post was deleted.';
const authorDeletes = "Only its author can delete this post. The site's team can remove it after a report.";
const guardsDelete = 'Only its author, and members with the "Ban Members" permission, can delete this post.';
const removedAlready = 'Moderators removed this post already. Only its author can delete it for good.';

const seeing = (post: FoundPost | undefined, name: string): string[] =>
  post ? obstaclesToSeeing(post).map((obstacle) => texts[obstacle](name)) : [gone];

/** What keeps somebody from seeing a post; none: nothing. */
export async function explainSeeingPost(
  { db }: Pick<Platform, 'db'>,
  person: Person,
  postId: string,
): Promise<string[]> {
  return seeing(await findGated(db.kysely, postId, person.id), person.name);
}

/** What people do with posts, and what keeps somebody from it. Whoever sees a post may vote on it. */
export function explainablePosts({ db }: Pick<Platform, 'db'>) {
  const openFor = (verb: string) => async (person: Person, postId: string) => ({
    obstacles: await explainSeeingPost({ db }, person, postId),
    grounds: [`${person.name} can see this post${verb}.`],
  });

  return {
    kind: 'post' as const,

    /** A post that the asker sees; the site's team and whoever moderates its community see everybody's. */
    async find(id: string, asker: { userId: string; isOnTeam: boolean }) {
      const post = isId(id) ? await findGated(db.kysely, id, asker.userId) : undefined;
      if (!post) return undefined;
      const isNotApart = post.isNotApart || asker.isOnTeam || post.isModerator;
      const seen = obstaclesToSeeing({ ...post, isNotApart }).length === 0;
      return seen ? { id: post.id, communityId: post.community_id } : undefined;
    },

    actions: {
      view: openFor(''),
      vote: openFor(', and so vote on it'),
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
