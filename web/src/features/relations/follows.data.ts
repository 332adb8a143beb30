import * as endpoints from '@hubbub/contract/features/relations/relations.endpoints.ts';
import type { EndpointAnswer } from '@hubbub/contract/platform/endpoint.ts';
import { type InfiniteData, infiniteQueryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Followable, followed } from '#features/relations/follows.rules.ts';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';
import { NotFound } from '#platform/errors.ts';
import { callQueued } from '#platform/outbox.ts';
import { storedUser } from '#platform/session.ts';

/** Somebody's followers, or the people they follow. */
export type Side = 'followers' | 'following';

/** The parts of a profile that a follow changes. */
interface Profile {
  user: Followable;
}

type List = EndpointAnswer<typeof endpoints.listFollowers>;
export type ListedPerson = List['users'][number];

const calls = { followers: endpoints.listFollowers, following: endpoints.listFollowing };

/** A person's followers, or the people they follow, the latest first, a page at a time. */
export const followsOptions = (side: Side, username: string) =>
  infiniteQueryOptions({
    queryKey: ['follows', side, username.toLowerCase()],
    meta: { offlinePages: 1 },
    queryFn: ({ pageParam, signal }) =>
      call(calls[side], { params: { username }, query: { before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: List) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ users }) => users),
  });

/** Changes what's known of a person wherever they're shown. */
function changeKnown(client: QueryClient, username: string, change: <Known extends Followable>(known: Known) => Known) {
  const isThem = (user: { username: string }) => user.username.toLowerCase() === username.toLowerCase();
  const inPages = <Page>(changePage: (page: Page) => Page) => {
    return (data: InfiniteData<Page> | undefined) => data && { ...data, pages: data.pages.map(changePage) };
  };
  client.setQueriesData(
    { queryKey: ['profile', username.toLowerCase()] },
    inPages<Profile>((page) => ({ ...page, user: change(page.user) })),
  );
  client.setQueriesData(
    { queryKey: ['follows'] },
    inPages<List>((page) => ({ ...page, users: page.users.map((user) => (isThem(user) ? change(user) : user)) })),
  );
}

/**
 * Follows a person or stops following them. It shows everywhere right away, and is undone if the server refuses it or can't be
 * reached. Calls about the same person are made one after another.
 */
export function useFollow(username: string) {
  const client = useQueryClient();
  return useChange({
    scope: { id: `follow ${username.toLowerCase()}` },
    undone: 'nothing was changed',
    mutationFn: (following: boolean) =>
      following
        ? callQueued(endpoints.followUser, { params: { username } }, `Following @${username}`)
        : callQueued(endpoints.unfollowUser, { params: { username } }, `Unfollowing @${username}`),
    show: async (following) => {
      await client.cancelQueries({ queryKey: ['profile', username.toLowerCase()] });
      changeKnown(client, username, (known) => followed(known, following));
      const undo = (error: Error) => {
        changeKnown(client, username, (known) => followed(known, !following));
        if (error instanceof NotFound) void client.invalidateQueries({ queryKey: ['profile', username.toLowerCase()] });
      };
      return { undo };
    },
    onSuccess: (answer) => {
      changeKnown(client, username, (known) => ({ ...followed(known, answer.following), ...countOf(known, answer) }));
      // The reader's own lists, and the feed of people they follow: once they're opened again.
      for (const queryKey of [['follows'], ['profile'], ['posts', 'feed', 'following']]) {
        void client.invalidateQueries({ queryKey, refetchType: 'none' });
      }
      void refreshOwnProfile(client);
    },
  });
}

/** The reader's own profile says how many they follow: if it's on its way, it may have been read before the follow was. */
async function refreshOwnProfile(client: QueryClient): Promise<void> {
  const queryKey = ['profile', storedUser()?.username.toLowerCase()];
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}

/** Only profiles have a count. */
const countOf = (known: Followable, { follower_count }: { follower_count: number }) =>
  known.follower_count === undefined ? {} : { follower_count };
