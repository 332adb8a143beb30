import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { Hash, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { CommunitySearch } from '#features/communities/CommunitySearch.tsx';
import { Directory } from '#features/communities/Directory.tsx';
import { JoinCommunity } from '#features/communities/JoinCommunity.tsx';
import { PopularCommunities } from '#features/communities/PopularCommunities.tsx';
import { useMediaQuery } from '#platform/media-query.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { cx } from '#ui/cx.ts';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { EmptyState } from '#ui/states/States.tsx';

function Popular() {
  return (
    <Card className="p-4">
      <h2 className="px-2 pb-2 font-semibold text-lg">Popular Communities</h2>
      <PopularCommunities />
    </Card>
  );
}

function AllCommunities({ onOpen }: { onOpen: (handle: string) => void }) {
  return (
    <section aria-labelledby="all-communities" className="flex flex-col gap-3 pt-5">
      <h2 id="all-communities" className="font-semibold text-lg">
        Communities
      </h2>
      <Directory onOpen={onOpen} />
    </section>
  );
}

function NoCommunity({ onOpen }: { onOpen: (handle: string) => void }) {
  return (
    <>
      <EmptyState
        icon={Hash}
        title={messages.selectChannel}
        action={
          <Button asChild tone="secondary">
            <Link to={pathTo('communityCreate')}>
              <Plus size={18} aria-hidden="true" />
              Create a community
            </Link>
          </Button>
        }
      >
        You aren't in a community yet. Join one of those below, search for another above, or start your own.
      </EmptyState>
      <AllCommunities onOpen={onOpen} />
    </>
  );
}

/** The search box's skeleton, until we know what goes below it. */
export function FindSkeleton() {
  return (
    <Loading label="Loading" className="mx-auto w-full max-w-[640px] px-3 pt-3 sm:px-4">
      <Skeleton className="h-12 w-full rounded-full" />
    </Loading>
  );
}

interface FindCommunityProps {
  /** The open community, if there is one. */
  community: Community | undefined;
  /** It has no channels to choose from. */
  empty: boolean;
  /** Receives the handle of a community the person is now a member of. */
  onOpen: (handle: string) => void;
  /** Changes whenever the person asks for the search, which focuses the field. */
  asked: string | undefined;
  /** Shown below the hint to select a channel. */
  action?: ReactNode;
  /** Shown below a community that the person hasn't joined: what they may see of it. */
  preview?: ReactNode;
}

/** Until a channel is selected, the search for communities and what to do next. */
export function FindCommunity({ community, empty, onOpen, asked, action, preview }: FindCommunityProps) {
  const input = useRef<HTMLInputElement>(null);
  // From 1280 px, the home feed shows them beside it.
  const popular = !useMediaQuery('(min-width: 1280px)');
  useEffect(() => {
    if (asked !== undefined) input.current?.focus();
  }, [asked]);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div className="mx-auto flex min-h-full w-full max-w-[640px] flex-col px-3 pt-3 pb-6 sm:px-4">
        <CommunitySearch ref={input} onOpen={onOpen} />
        {community === undefined && <NoCommunity onOpen={onOpen} />}
        {community !== undefined && !community.joined && asked === undefined && (
          <>
            <JoinCommunity community={community} />
            {preview}
          </>
        )}
        {community !== undefined && asked !== undefined && <AllCommunities onOpen={onOpen} />}
        {community?.joined && asked === undefined && (
          // Centered only if nothing will load below it.
          <div className={cx('flex flex-1 flex-col', !popular && 'justify-center pb-16')}>
            <EmptyState icon={Hash} title={messages.selectChannel} action={action}>
              {empty ? (
                <>
                  <bdi>{community.name}</bdi> has no channels yet. People chat in channels; new ones will appear in the
                  list.
                </>
              ) : (
                <>
                  Choose a channel in <bdi>{community.name}</bdi>, or search for another community above.
                </>
              )}
            </EmptyState>
            {popular && <Popular />}
          </div>
        )}
      </div>
    </div>
  );
}
