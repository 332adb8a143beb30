import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft, Compass, Plus, RotateCw, UsersRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { CommunityPicture } from '#features/communities/CommunityPicture.tsx';
import { joinedOptions } from '#features/communities/communities.data.ts';
import { stepThrough } from '#features/communities/step-through.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { useMarks } from '#platform/marks.ts';
import { avatarUrls } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { CountBadge } from '#ui/count-badge/CountBadge.tsx';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { lateOverlay } from '#ui/late/late.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';
import { Tooltip } from '#ui/tooltip/Tooltip.tsx';

const AddCommunityDialog = lateOverlay<{ onClose: () => void; onFind: () => void }>(
  async () => (await import('#features/communities/AddCommunityDialog.tsx')).AddCommunityDialog,
  'The dialog',
);

function Entry({ community, current }: { community: Community; current: boolean }) {
  const unread = useMarks().channels.get(community.community_id) ?? 0;
  return (
    <li className="group relative flex justify-center">
      <span
        aria-hidden="true"
        className={cx(
          'absolute top-1/2 left-0 w-1 -translate-y-1/2 rounded-r-full bg-text transition-[height]',
          current ? 'h-9' : 'h-0 group-focus-within:h-4 group-hover:h-4',
        )}
      />
      <Tooltip text={community.name} side="right">
        <Link
          to={pathTo('communities', {}, { community: community.community_handle })}
          aria-label={unread === 0 ? community.name : `${community.name}, ${unread} unread`}
          aria-current={current ? 'page' : undefined}
          data-step
          className="block rounded-card transition-transform active:scale-95"
        >
          <CommunityPicture community={community} size={48} eager={current} />
        </Link>
      </Tooltip>
      {/* Placed next to the link: combined with the picture's letter, it would read as one word. */}
      <CountBadge count={unread} className="pointer-events-none absolute -top-1 right-1.5 ring-2 ring-bg" />
    </li>
  );
}

/** Calls back when the end of a list gets close to the screen. */
function End({ onReach }: { onReach: () => void }) {
  const mark = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const element = mark.current;
    if (element === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReach(), { rootMargin: '200px' });
    observer.observe(element);
    return () => observer.disconnect();
  }, [onReach]);
  return (
    <li ref={mark} className="flex h-12 items-center justify-center text-muted">
      <Spinner label="Loading more communities" />
    </li>
  );
}

function JoinedList({ currentId }: { currentId: string | undefined }) {
  const query = useInfiniteQuery(joinedOptions);
  const { data, hasNextPage, fetchNextPage } = query;
  const failure = useLoadFailure(query, 'your communities');
  if (data === undefined) {
    if (failure !== null) {
      return (
        <IconButton
          label="Couldn't load your communities. Try again"
          tooltipSide="right"
          onClick={failure.onRetry}
          pending={failure.pending}
        >
          <RotateCw size={20} aria-hidden="true" />
        </IconButton>
      );
    }
    return (
      <Loading label="Loading communities" className="flex flex-col gap-2">
        {[1, 2, 3].map((index) => (
          <Skeleton key={index} className="size-12 rounded-card" />
        ))}
      </Loading>
    );
  }
  const communities = data.pages.flat();
  if (communities.length === 0) return null;
  return (
    <ul aria-label="Your communities" onKeyDown={stepThrough} className="flex w-full flex-col gap-2">
      {communities.map((community) => (
        <Entry key={community.community_id} community={community} current={community.community_id === currentId} />
      ))}
      {hasNextPage && <End onReach={fetchNextPage} />}
    </ul>
  );
}

interface CommunityRailProps {
  /** The open community. */
  currentId: string | undefined;
  /** Opens the search. */
  onFind: () => void;
  /** The toggle for the members panel; if omitted, the toggle is elsewhere. */
  members?: { shown: boolean; onToggle: () => void } | undefined;
}

/**
 * The person's picture, the communities they've joined, a link to find more, a link back to the feed, and the
 * members toggle.
 */
export function CommunityRail({ currentId, onFind, members }: CommunityRailProps) {
  const user = useCurrentUser();
  const [adding, setAdding] = useState(false);
  return (
    <nav
      aria-label="Communities"
      className="flex h-full w-18 shrink-0 flex-col items-center gap-2 border-line border-r bg-bg py-3"
    >
      <IconButton asChild label="Back to the feed" tooltipSide="right">
        <Link to={pathTo('feed')}>
          <ArrowLeft size={22} aria-hidden="true" />
        </Link>
      </IconButton>
      <Tooltip text="Your profile" side="right">
        <Link
          to={pathTo('profile', { username: user.username })}
          aria-label="Your profile"
          className="inline-flex size-12 shrink-0 items-center justify-center rounded-full"
        >
          <Avatar {...avatarUrls(user.profile_path)} size={44} eager />
        </Link>
      </Tooltip>
      <span aria-hidden="true" className="h-px w-8 shrink-0 bg-line" />
      <div className="flex min-h-0 w-full flex-1 flex-col items-center gap-2 overflow-y-auto py-1 [scrollbar-width:none]">
        <JoinedList currentId={currentId} />
        <IconButton
          label="Add a community"
          size="lg"
          tone="raised"
          round={false}
          tooltipSide="right"
          onClick={() => setAdding(true)}
        >
          <Plus size={22} aria-hidden="true" />
        </IconButton>
        <IconButton label="Find communities" size="lg" tone="raised" round={false} tooltipSide="right" onClick={onFind}>
          <Compass size={22} aria-hidden="true" />
        </IconButton>
      </div>
      {members !== undefined && (
        <IconButton
          label="Members"
          size="lg"
          round={false}
          tooltipSide="right"
          aria-pressed={members.shown}
          onClick={members.onToggle}
        >
          <UsersRound size={22} aria-hidden="true" className={cx(members.shown && 'text-accent-text')} />
        </IconButton>
      )}
      {adding && <AddCommunityDialog onClose={() => setAdding(false)} onFind={onFind} />}
    </nav>
  );
}
