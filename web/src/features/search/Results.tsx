import type { FoundKind } from '@hubbub/contract/features/search/search.endpoints.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Link } from 'react-router';
import { useCommunityNames } from '#features/communities/public.ts';
import { hitsOf } from '#features/search/Hits.tsx';
import { findOptions } from '#features/search/search.data.ts';
import { listsOf, type Tab } from '#features/search/search.rules.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { pathTo } from '#platform/paths.ts';
import { ShowMore } from '#ui/show-more/ShowMore.tsx';
import { Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';

const titles: Record<FoundKind, string> = {
  people: 'People',
  communities: 'Communities',
  posts: 'Posts',
  comments: 'Comments',
  messages: 'Messages',
};

/** Where there are several kinds, a list shows a few and leads to the rest. */
const tabFor: Partial<Record<FoundKind, Tab>> = {
  people: 'people',
  communities: 'communities',
  posts: 'posts',
  messages: 'messages',
};

function Loading() {
  return (
    <div role="status" aria-label="Searching" className="flex flex-col gap-3">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-20 w-full rounded-card" />
      ))}
    </div>
  );
}

/** What a query finds; each list has its heading. */
export function Results({ query, tab, room }: { query: string; tab: Tab; room?: string | undefined }) {
  if (room !== undefined) return <ResultLists query={query} kinds={['messages']} room={room} />;
  // Comments go on by themselves below posts.
  return tab === 'posts' ? (
    <>
      <ResultLists key="posts" query={query} kinds={['posts']} />
      <ResultLists key="comments" query={query} kinds={['comments']} isBelow />
    </>
  ) : (
    <ResultLists query={query} kinds={listsOf(tab)} />
  );
}

interface ListsProps {
  query: string;
  kinds: readonly FoundKind[];
  /** The only one to look in. */
  room?: string;
  /** Shows nothing if nothing was found, and no loading or error state. */
  isBelow?: boolean;
}

function ResultLists({ query, kinds, room, isBelow = false }: ListsProps) {
  const search = useInfiniteQuery(findOptions(query, kinds, room));
  const { data } = search;
  const nameOf = useCommunityNames();
  const failure = useLoadFailure(search, 'the search');
  if (failure !== null) return isBelow ? null : <ErrorState {...failure}>{failure.text}</ErrorState>;
  if (data === undefined) return isBelow ? null : <Loading />;
  const lists = kinds
    .map((kind) => ({ kind, hits: hitsOf(kind, data.pages, nameOf) }))
    .filter(({ hits }) => hits.length > 0);
  const isPartial = data.pages.some(({ partial }) => partial);
  const last = data.pages.at(-1);
  if (lists.length === 0 && isBelow) return null;
  return (
    <div className="mb-6 flex flex-col gap-6">
      <p role="status" className={isPartial ? 'text-muted text-sm' : 'sr-only'}>
        {isPartial ? 'Only the newest were searched.' : `${lists.length === 0 ? 'Nothing' : 'Results'} found.`}
      </p>
      {lists.length === 0 && (
        <EmptyState icon={SearchX} title="Nothing found">
          Check the spelling, use fewer words, or remove a filter.
        </EmptyState>
      )}
      {lists.map(({ kind, hits }) => (
        <section key={kind} aria-labelledby={`found-${kind}`}>
          <h2 id={`found-${kind}`} className="mb-2 font-semibold text-lg">
            {titles[kind]}
          </h2>
          <ul className="flex flex-col gap-3">{hits}</ul>
          {kinds.length > 1 && tabFor[kind] !== undefined && last?.next[kind] && (
            <Link
              to={pathTo('search', {}, { query, in: tabFor[kind] })}
              className="mt-1 inline-flex min-h-11 items-center rounded-sm font-semibold text-accent-text text-sm hover:underline"
            >
              More {titles[kind].toLowerCase()}
            </Link>
          )}
        </section>
      ))}
      <ShowMore pages={search} className="" />
    </div>
  );
}
