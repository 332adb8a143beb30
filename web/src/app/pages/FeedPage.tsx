import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { PostFeed, prefetchFeed, useRefreshFeed } from '#features/posts/public.ts';
import { UserSearch } from '#features/search/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { lateOverlay } from '#ui/late/late.tsx';

const CommentsDialog = lateOverlay(
  async () => (await import('#features/comments/public.ts')).CommentsDialog,
  'Comments',
);

/** Home while the feed is open: scrolls to the top and loads new posts. */
function useHomeAgain(): void {
  const { key } = useLocation();
  const refresh = useRefreshFeed();
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    window.scrollTo(0, 0);
    void refresh();
  }, [key, refresh]);
}

/** Another page may send people here to search. */
function useSearchOnArrival(): void {
  const { state } = useLocation();
  useEffect(() => {
    if (state?.focus === 'search') document.querySelector<HTMLElement>('[data-shortcut="search"]')?.focus();
  }, [state]);
}

/** Work that can start as soon as this file has loaded, before anything is drawn. */
export const prepare = prefetchFeed;

export default function FeedPage() {
  usePageTitle('Feed');
  useHomeAgain();
  useSearchOnArrival();
  const [commented, setCommented] = useState<Post>();
  const onComment = useCallback((post: Post) => setCommented(post), []);
  return (
    <>
      <h1 className="sr-only">Feed</h1>
      <div className="z-10 mb-3 bg-bg md:sticky md:top-0 md:-mt-5 md:pt-3 md:pb-3">
        <UserSearch />
      </div>
      <PostFeed onComment={onComment} />
      {commented !== undefined && <CommentsDialog post={commented} onClose={() => setCommented(undefined)} />}
    </>
  );
}
