import type { Feed } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { type FeedChange, feedChangeSince, newerOptions } from '#features/posts/newer.data.ts';
import { newerText } from '#features/posts/newer.rules.ts';
import { useRefreshFeed } from '#features/posts/posts.data.ts';
import { holdConnection, onServerEvent } from '#platform/socket.ts';
import { Spinner } from '#ui/spinner/Spinner.tsx';

interface NewerPostsProps {
  feed: Feed;
  /** The newest of others' posts that the feed has. */
  after: string;
  /** When the feed was loaded, in ms. */
  since: number;
}

/** The button is gone once the new posts are drawn, and the focus moves to the first of them. */
function focusFirst(tries = 20): void {
  const first = document.querySelector<HTMLElement>('[role="feed"] > [data-index="0"] > article');
  if (first !== null && document.querySelector('[data-newer]') === null) first.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusFirst(tries - 1));
}

/** "12 new posts": says that the feed has grown without moving it. Loads them and goes to the top. */
export default function NewerPosts({ feed, after, since }: NewerPostsProps) {
  const { data: count = 0, refetch } = useQuery(newerOptions(feed, after, since));
  const look = useEffectEvent(() => void refetch());
  const missed = useEffectEvent(() => feedChangeSince(since));
  // Something newer may be there: pages ask at a random moment, so that they don't all ask at once. A hidden one asks when it's seen again.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = ({ within }: FeedChange) => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          if (!document.hidden) look();
        },
        Math.random() * within * 1000,
      );
    };
    const catchUp = () => {
      const before = missed();
      if (before !== undefined) wait(before);
    };
    catchUp();
    const stops = [onServerEvent('feedChanged', wait), holdConnection({ onJoined: catchUp })];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(timer);
    };
  }, []);
  const refresh = useRefreshFeed(feed);
  const [isLoading, setLoading] = useState(false);
  const load = async () => {
    setLoading(true);
    window.scrollTo(0, 0);
    await refresh();
    setLoading(false);
    focusFirst();
  };
  return (
    <>
      {/* The number may grow; that there are new posts is said once. */}
      <p role="status" className="sr-only">
        {count > 0 && 'There are new posts.'}
      </p>
      {count > 0 && (
        <div className="pointer-events-none sticky top-26 z-20 -mb-3 flex h-3 justify-center md:top-31">
          <button
            type="button"
            data-newer=""
            onClick={() => void load()}
            disabled={isLoading}
            className="pointer-events-auto relative inline-flex h-9 animate-appear items-center gap-1.5 rounded-full bg-accent pr-4 pl-3 font-semibold text-accent-ink text-sm shadow-float transition-colors hover:bg-accent-hover pointer-coarse:h-11"
          >
            {isLoading ? <Spinner /> : <ArrowUp size={16} aria-hidden="true" />}
            {newerText(count)}
          </button>
        </div>
      )}
    </>
  );
}
