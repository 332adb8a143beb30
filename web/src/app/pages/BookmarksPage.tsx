import '#app/menus.ts';
import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { useCallback, useState } from 'react';
import { SavedPosts } from '#features/posts/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { lateOverlay } from '#ui/late/late.tsx';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';

const CommentsDialog = lateOverlay(
  async () => (await import('#features/comments/public.ts')).CommentsDialog,
  'Comments',
);

export default function BookmarksPage() {
  usePageTitle('Saved posts');
  const [commented, setCommented] = useState<Post>();
  const onComment = useCallback((post: Post) => setCommented(post), []);
  return (
    <>
      <PageHeader title="Saved posts" backTo={pathTo('feed')} backLabel="Back to the feed" />
      <SavedPosts onComment={onComment} />
      {commented !== undefined && <CommentsDialog post={commented} onClose={() => setCommented(undefined)} />}
    </>
  );
}
