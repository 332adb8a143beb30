import '#app/menus.ts';
import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SavedPosts } from '#features/posts/public.ts';
import { loadSavedPosts, SavedMessages } from '#features/search/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { lateOverlay } from '#ui/late/late.tsx';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';
import { Segmented } from '#ui/segmented/Segmented.tsx';

const CommentsDialog = lateOverlay(
  async () => (await import('#features/comments/public.ts')).CommentsDialog,
  'Comments',
);

export default function BookmarksPage() {
  usePageTitle('Saved');
  const [search, setSearch] = useSearchParams();
  const kind = search.get('in') === 'messages' ? 'messages' : 'posts';
  const [commented, setCommented] = useState<Post>();
  const onComment = useCallback((post: Post) => setCommented(post), []);
  return (
    <>
      <PageHeader title="Saved" backTo={pathTo('feed')} backLabel="Back to the feed" />
      <div className="mb-4">
        <Segmented
          label="What you saved"
          value={kind}
          onValueChange={(next) => setSearch(next === 'posts' ? {} : { in: next }, { replace: true })}
          options={[
            { value: 'posts', label: 'Posts' },
            { value: 'messages', label: 'Messages' },
          ]}
        />
      </div>
      {kind === 'posts' ? <SavedPosts load={loadSavedPosts} onComment={onComment} /> : <SavedMessages />}
      {commented !== undefined && <CommentsDialog post={commented} onClose={() => setCommented(undefined)} />}
    </>
  );
}
