import '#app/menus.ts';
import type { Feed, Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { type FeedName, feedIn, keepFeed, PostFeed, prefetchFeed, useRefreshFeed } from '#features/posts/public.ts';
import { UserSearch } from '#features/user-search/public.ts';
import { isInstalled } from '#platform/device.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { lateOverlay } from '#ui/late/late.tsx';
import { LinkTabs } from '#ui/link-tabs/LinkTabs.tsx';
import { PullToRefresh } from '#ui/touch/PullToRefresh.tsx';

const CommentsDialog = lateOverlay(
  async () => (await import('#features/comments/public.ts')).CommentsDialog,
  'Comments',
);

/** Home while the feed is open: scrolls to the top and loads new posts. */
function useHomeAgain(feed: FeedName, refresh: () => Promise<void>): void {
  const { key } = useLocation();
  const shown = useRef({ key, feed });
  useEffect(() => {
    const before = shown.current;
    if (before.key === key) return;
    shown.current = { key, feed };
    window.scrollTo(0, 0);
    // Changing to the other feed shows what's known of it.
    if (before.feed === feed) void refresh();
  }, [key, feed, refresh]);
}

interface FeedTab {
  feed: Feed;
  label: string;
}

const feeds: readonly FeedTab[] = [
  { feed: 'everyone', label: 'Everyone' },
  { feed: 'communities', label: 'Communities' },
  { feed: 'following', label: 'Following' },
];

/** Which posts the feed shows. */
function FeedTabs({ current }: { current: Feed }) {
  const tabs = feeds.map(({ feed, label }) => ({
    label,
    to: pathTo('feed', {}, { feed }),
    current: feed === current,
  }));
  return (
    <div data-top-bar="" className="max-md:sticky max-md:top-14 max-md:z-10 max-md:mb-3 max-md:bg-bg">
      <LinkTabs label="Feeds" tabs={tabs} />
    </div>
  );
}

/** In which order the posts of the communities are. */
function OrderTabs({ isTop }: { isTop: boolean }) {
  const tabs = [
    { label: 'Newest', to: pathTo('feed', {}, { feed: 'communities' }), current: !isTop },
    { label: 'Top this week', to: pathTo('feed', {}, { feed: 'communities', order: 'top' }), current: isTop },
  ];
  return (
    <nav aria-label="Order" className="flex gap-2 max-md:mb-3 md:mt-2">
      {tabs.map(({ label, to, current }) => (
        <Link
          key={label}
          to={to}
          aria-current={current ? 'page' : undefined}
          className="inline-flex min-h-9 items-center rounded-full border border-line px-3.5 font-medium text-muted text-sm transition-colors hover:text-text aria-[current=page]:border-line-strong aria-[current=page]:bg-raised aria-[current=page]:text-text pointer-coarse:min-h-11"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** Work that can start as soon as this file has loaded, before anything is drawn. */
export const prepare = prefetchFeed;

export default function FeedPage() {
  usePageTitle('Feed');
  const [search] = useSearchParams();
  const shown = feedIn(search);
  const isTop = shown === 'top';
  const feed = isTop ? 'communities' : shown;
  const refresh = useRefreshFeed(shown);
  useHomeAgain(shown, refresh);
  useEffect(() => keepFeed(shown), [shown]);
  const [commented, setCommented] = useState<Post>();
  const onComment = useCallback((post: Post) => setCommented(post), []);
  return (
    <>
      <h1 className="sr-only">Feed</h1>
      {/* On a phone only the tabs stay: the search stands in the header as well. */}
      <div
        data-top-bar=""
        className="max-md:contents md:sticky md:top-0 md:z-10 md:-mt-5 md:mb-3 md:bg-bg md:pt-3 md:pb-3"
      >
        <UserSearch />
        <FeedTabs current={feed} />
        {feed === 'communities' && <OrderTabs isTop={isTop} />}
      </div>
      <PullToRefresh isOn={isInstalled()} onRefresh={refresh}>
        <PostFeed key={shown} feed={shown} onComment={onComment} />
      </PullToRefresh>
      {commented !== undefined && <CommentsDialog post={commented} onClose={() => setCommented(undefined)} />}
    </>
  );
}
