import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import type { Removed } from '@hubbub/contract/platform/shapes.ts';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { memo, type Ref } from 'react';
import { Link } from 'react-router';
import { ImportedMark } from '#features/posts/ImportedMark.tsx';
import { LatePoll, LateQuote } from '#features/posts/late-parts.tsx';
import { MediaCarousel } from '#features/posts/MediaCarousel.tsx';
import { PostActions } from '#features/posts/PostActions.tsx';
import { PostMenu } from '#features/posts/PostMenu.tsx';
import { postOptions, useIsDeleting, usePost } from '#features/posts/posts.data.ts';
import { readinessDelay } from '#features/posts/posts.rules.ts';
import { usePostLive } from '#features/posts/use-post-live.ts';
import { LinkCard, RichText } from '#features/rich-text/public.ts';
import { avatarUrls } from '#platform/media.ts';
import { useNow } from '#platform/now.ts';
import { pathTo } from '#platform/paths.ts';
import { exactTime, relativeTime } from '#platform/time.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Card } from '#ui/card/Card.tsx';
import { cx } from '#ui/cx.ts';
import { RemovedNote } from '#ui/removed-note/RemovedNote.tsx';

interface PostCardProps {
  post: Post;
  onComment: (post: Post) => void;
  /** Visible without scrolling: its picture loads right away. */
  eager?: boolean;
  /** The post is alone on its page, so its text isn't folded. */
  whole?: boolean;
  /** Its position in a list, for screen readers, starting at 1. */
  position?: number;
  ref?: Ref<HTMLElement>;
}

/** How often to ask how far a conversion is. */
const progressEveryMs = 2000;
const isConverting = (files: Post['files']) => files.some(({ progress }) => typeof progress === 'number');

/** Refetches a visible post while some of its media is being checked or converted, until all of it is ready. Renders nothing. */
function Readiness({ postId }: { postId: string }) {
  useQuery({
    ...postOptions(postId),
    refetchInterval: ({ state }) =>
      isConverting(state.data?.files ?? []) ? progressEveryMs : readinessDelay(state.dataUpdateCount),
  });
  return null;
}

function Byline({ post }: { post: Post }) {
  const now = useNow();
  const { user, created_at, edited_at, community } = post;
  const profile = pathTo('profile', { username: user.username });
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <Link to={profile} aria-hidden="true" tabIndex={-1} className="shrink-0 rounded-full">
        <Avatar {...avatarUrls(user.profile_path)} size={46} />
      </Link>
      <div className="min-w-0 flex-1 text-sm">
        <Link to={profile} className="block truncate rounded-sm font-semibold text-base text-text hover:underline">
          <bdi>{user.name ?? user.username}</bdi>
        </Link>
        <p className="flex min-h-6 min-w-0 items-center gap-1.5 text-muted">
          <span className="truncate">@{user.username}</span>
          <span aria-hidden="true">·</span>
          <Link
            to={pathTo('post', { post_id: post.post_id })}
            title={exactTime(created_at)}
            className="inline-flex min-h-6 min-w-6 shrink-0 items-center justify-center rounded-sm tabular hover:underline"
          >
            <time dateTime={created_at}>{relativeTime(created_at, now)}</time>
            <span className="sr-only">, open the post</span>
          </Link>
          {edited_at !== null && (
            <>
              <span aria-hidden="true">·</span>
              <time dateTime={edited_at} title={exactTime(edited_at)} className="shrink-0">
                edited
              </time>
            </>
          )}
        </p>
        {post.imported !== undefined && <ImportedMark imported={post.imported} />}
        {community !== null && (
          <Link
            to={pathTo('communities', {}, { community: community.community_handle, view: 'posts' })}
            className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm text-muted hover:underline"
          >
            <Users size={14} aria-hidden="true" className="shrink-0" />
            <span className="sr-only">In </span>
            <bdi className="truncate">{community.name}</bdi>
          </Link>
        )}
      </div>
    </div>
  );
}

/** Why a post was removed; its author also gets the way to appeal. */
function RemovedPost({ post, removed }: { post: Post; removed: Removed }) {
  const link = (
    <Link to={pathTo('decisions')} className="font-medium text-accent-text hover:underline">
      See the decision
    </Link>
  );
  return <RemovedNote removed={removed} {...(post.viewer.can_delete && { action: link })} />;
}

/** A post, as shown in lists and on its own page. */
export const PostCard = memo(function PostCard({
  post: given,
  onComment,
  eager = false,
  whole = false,
  position,
  ref,
}: PostCardProps) {
  const post = usePost(given);
  usePostLive(post.post_id);
  const deleting = useIsDeleting(post.post_id);
  const { user } = post;
  return (
    <article
      ref={ref}
      tabIndex={-1}
      data-post={post.post_id}
      aria-label={`Post by ${user.name ?? user.username}`}
      {...(position !== undefined && { 'aria-posinset': position, 'aria-setsize': -1 })}
      className={cx('scroll-mt-18 rounded-card outline-offset-0 transition-opacity', deleting && 'opacity-50')}
    >
      <Card className="flex flex-col gap-3 px-4 pt-4 pb-1.5">
        <header className="flex items-start gap-2">
          <Byline post={post} />
          <div className="-mt-1 -mr-2.5">
            <PostMenu post={post} />
          </div>
        </header>
        {post.removed !== undefined && <RemovedPost post={post} removed={post.removed} />}
        {post.content !== '' && <RichText text={post.content} mentions={post.mentions} whole={whole} hashtags />}
        {post.link && post.files.length === 0 && <LinkCard link={post.link} />}
        {post.files.length > 0 && <MediaCarousel files={post.files} username={user.username} eager={eager} />}
        {post.poll && <LatePoll postId={post.post_id} poll={post.poll} />}
        {post.quote && <LateQuote quote={post.quote} />}
        {post.files.some((file) => file.state === 'processing') && <Readiness postId={post.post_id} />}
        <PostActions post={post} onComment={() => onComment(post)} />
      </Card>
    </article>
  );
});
