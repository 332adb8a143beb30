import * as endpoints from '@hubbub/contract/features/relations/relations.endpoints.ts';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { noteRelation, type Relation } from '#features/relations/turned-away.ts';
import { call } from '#platform/api-client.ts';

const calls = {
  block: { give: endpoints.blockUser, take: endpoints.unblockUser, list: endpoints.listBlocks },
  mute: { give: endpoints.muteUser, take: endpoints.unmuteUser, list: endpoints.listMutes },
};

/** Everything but the feed, where refetching would lose the reader's place; it leaves out those who were turned away by itself. */
const refetch = (client: QueryClient) =>
  void client.invalidateQueries({
    predicate: ({ queryKey: [first, second] }) => first !== 'posts' || second !== 'feed',
  });

/** Blocks or mutes a person, and removes what they wrote from the screen. */
export async function giveRelation(client: QueryClient, relation: Relation, username: string): Promise<void> {
  await call(calls[relation].give, { params: { username } });
  noteRelation(relation, username, true);
  refetch(client);
}

/** Unblocks or unmutes a person. */
export async function takeRelation(client: QueryClient, relation: Relation, username: string): Promise<void> {
  await call(calls[relation].take, { params: { username } });
  noteRelation(relation, username, false);
  refetch(client);
}

/** The people the caller has blocked or muted, the latest first, a page at a time. */
export const relationsOptions = (relation: Relation) =>
  infiniteQueryOptions({
    queryKey: ['relations', relation],
    queryFn: ({ pageParam, signal }) => call(calls[relation].list, { query: { before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ users }) => users),
  });
