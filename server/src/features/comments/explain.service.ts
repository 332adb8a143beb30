import { type explainablePosts, explainRespondingToPost, explainSeeingPost } from '#features/posts/public.ts';
import { apartNotice } from '#features/relations/public.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { type FoundComment, findGated } from './explain.queries.ts';

interface Person {
  id: string;
  name: string;
}

const removed =
  "Moderators removed this comment. It's there only for its author and the site's team until an appeal succeeds.";

/** What people do with comments, and what keeps somebody from it. */
export function explainableComments({ db }: Pick<Platform, 'db'>, posts: ReturnType<typeof explainablePosts>) {
  const kinds = [
    {
      kind: 'post' as const,
      actions: {
        comment: async (person: Person, postId: string) => ({
          obstacles: await explainRespondingToPost({ db }, person, postId),
          grounds: [`${person.name} can see this post, and so comment on it.`],
        }),
      },
    },
    {
      kind: 'comment' as const,

      /** A comment that the asker sees; the site's team sees everybody's. */
      async find(id: string, asker: { userId: string; isOnTeam: boolean }) {
        const comment = isId(id) ? await findGated(db.kysely, id, asker.userId) : undefined;
        if (!comment?.isShown || !(comment.isNotApart || asker.isOnTeam)) return undefined;
        const post = await posts.find(comment.post_id, asker);
        return post && { id: comment.id, communityId: post.communityId };
      },

      actions: {
        async view(person: Person, commentId: string) {
          const comment = await findGated(db.kysely, commentId, person.id);
          const obstacles = comment ? await obstaclesTo(person, comment) : ['This comment was deleted.'];
          return { obstacles, grounds: [`${person.name} can see this comment and the post that it's on.`] };
        },
      },
    },
  ];

  const obstaclesTo = async (person: Person, { post_id, isShown, isNotApart }: FoundComment) => {
    const obstacles = new Set(await explainSeeingPost({ db }, person, post_id));
    if (!isShown) obstacles.add(removed);
    if (!isNotApart) obstacles.add(apartNotice);
    return [...obstacles];
  };

  return kinds;
}
