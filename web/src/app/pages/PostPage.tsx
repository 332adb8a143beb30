import '#app/menus.ts';
import { useQuery } from '@tanstack/react-query';
import { Ghost } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import { PostCard, PostSkeletons, postOptions, useDeletedPosts } from '#features/posts/public.ts';
import { useBack } from '#platform/back.ts';
import { NotFound } from '#platform/errors.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { useMediaQuery } from '#platform/media-query.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { late, lateOverlay } from '#ui/late/late.tsx';
import { StickyHeader } from '#ui/page-header/StickyHeader.tsx';
import { Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';

// Phones show only the post; wide screens show it first.
const CommentsPanel = late(async () => (await import('#features/comments/public.ts')).CommentsPanel, {
  name: 'Comments',
  waiting: () => <Skeleton className="h-60 w-full rounded-card" />,
});
const CommentsDialog = lateOverlay(
  async () => (await import('#features/comments/public.ts')).CommentsDialog,
  'Comments',
);

/** Below this width, comments are hidden and not loaded. */
const withComments = '(min-width: 768px)';

function PostNotFound() {
  return (
    <EmptyState
      icon={Ghost}
      title="Post not found"
      action={
        <Button asChild>
          <Link to={pathTo('feed')}>Go to the feed</Link>
        </Button>
      }
    >
      It may have been deleted, or the link is incomplete.
    </EmptyState>
  );
}

function SinglePost({ postId, linkedId }: { postId: string; linkedId: string | undefined }) {
  const query = useQuery(postOptions(postId));
  const { data: post, error } = query;
  const failure = useLoadFailure(query, 'this post', { isStored: true });
  const deleted = useDeletedPosts().has(postId);
  const wide = useMediaQuery(withComments);
  const [open, setOpen] = useState(!wide && linkedId !== undefined);
  const field = useRef<HTMLTextAreaElement>(null);

  if (deleted && post?.viewer.can_delete) return <Navigate to={pathTo('feed')} replace />;
  if (deleted || error instanceof NotFound) return <PostNotFound />;
  if (post === undefined) {
    if (failure === null) return <PostSkeletons label="Loading post..." count={1} showLabel />;
    return <ErrorState {...failure}>{failure.text}</ErrorState>;
  }
  return (
    <div className="flex flex-col gap-4 xl:grid xl:grid-cols-[minmax(0,1fr)_340px] xl:items-start">
      <PostCard post={post} onComment={() => (wide ? field.current?.focus() : setOpen(true))} eager whole />
      {wide && (
        <div className="xl:sticky xl:top-15">
          <CommentsPanel post={post} linkedId={linkedId} fieldRef={field} />
        </div>
      )}
      {open && <CommentsDialog post={post} linkedId={linkedId} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** A post with its comments. */
export default function PostPage() {
  usePageTitle('Post');
  const { post_id = '' } = useParams();
  // The link of a comment.
  const linkedId = useSearchParams()[0].get('comment') ?? undefined;
  const back = useBack(pathTo('feed'));
  return (
    <>
      <StickyHeader onBack={back}>
        <h1 className="font-bold text-xl">Post</h1>
      </StickyHeader>
      <SinglePost key={`${post_id} ${linkedId}`} postId={post_id} linkedId={linkedId} />
    </>
  );
}
