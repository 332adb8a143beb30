import { type explainablePosts, explainRespondingToPost, explainSeeingPost } from '#features/posts/public.ts';
import { apartNotice, awayNotice } from '#features/relations/public.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import {
  type CommentStanding,
  type EditObstacle,
  mayDelete,
  mayEverDelete,
  obstaclesToEditing,
} from './comments.rules.ts';
import { type FoundComment, findGated } from './explain.queries.ts';

interface Person {
  id: string;
  name: string;
}

const gone = 'This comment was deleted.';
const removed =
  "Moderators removed this comment. It's there only for its author and the site's team until an appeal succeeds.";

export const noComment = 'Comment not found. It may have been deleted.';

export const blockedHere = "You can't respond to this comment: one of you has blocked the other.";

/** The explanation for somebody who may not change a comment. */
export const editRefusals: Record<EditObstacle, string> = {
  foreign: 'Only its author can edit a comment.',
  removed: "Moderators removed this comment, so it can't be edited.",
};

/** The explanation for somebody who may not delete a comment. */
export const deleteRefusal = (comment: CommentStanding): string =>
  mayEverDelete(comment)
    ? 'Moderators removed this comment already. Only its author can delete it for good.'
    : "Only its author, the post's author and moderators can delete this comment.";

const whyDeleting = ({ name }: Person, { isAuthor, moderates, outranks }: FoundComment): string => {
  if (isAuthor) return `${name} wrote this comment.`;
  if (moderates) return `${name} has a role with the "Ban Members" permission in this community.`;
  return outranks ? `${name} is in the site's team.` : `${name} wrote the post that this comment is on.`;
};

/** The actions on comments, and why somebody may or may not perform them. */
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

      /** A comment that the asker sees; the site's team sees all comments. */
      async find(id: string, asker: { userId: string; isOnTeam: boolean }) {
        const comment = isId(id) ? await findGated(db.kysely, id, asker.userId) : undefined;
        if (
          !comment?.isShown ||
          !comment.isAuthorHere ||
          !((comment.isNotApart && comment.isInSeenThread) || asker.isOnTeam)
        )
          return undefined;
        const post = await posts.find(comment.post_id, asker);
        return post && { id: comment.id, communityId: post.communityId };
      },

      actions: {
        async view(person: Person, commentId: string) {
          const comment = await findGated(db.kysely, commentId, person.id);
          const obstacles = comment ? await obstaclesTo(person, comment) : [gone];
          return { obstacles, grounds: [`${person.name} can see this comment and the post that it's on.`] };
        },
        async edit(person: Person, commentId: string) {
          const comment = await findGated(db.kysely, commentId, person.id);
          const obstacles = comment
            ? [
                ...(await obstaclesTo(person, comment)),
                ...obstaclesToEditing(comment).map((each) => editRefusals[each]),
                ...(await explainRespondingToPost({ db }, person, comment.post_id)),
              ]
            : [gone];
          return { obstacles: [...new Set(obstacles)], grounds: [`${person.name} wrote this comment.`] };
        },
        async delete(person: Person, commentId: string) {
          const comment = await findGated(db.kysely, commentId, person.id);
          const obstacles = comment ? await obstaclesTo(person, comment) : [gone];
          if (comment && !mayDelete(comment)) obstacles.push(deleteRefusal(comment));
          return { obstacles, grounds: [comment ? whyDeleting(person, comment) : ''] };
        },
      },
    },
  ];

  const obstaclesTo = async (person: Person, { post_id, ...gates }: FoundComment) => {
    const obstacles = new Set(await explainSeeingPost({ db }, person, post_id));
    if (!gates.isShown) obstacles.add(removed);
    if (!gates.isNotApart || !gates.isInSeenThread) obstacles.add(apartNotice);
    if (!gates.isAuthorHere) obstacles.add(awayNotice);
    return [...obstacles];
  };

  return kinds;
}
