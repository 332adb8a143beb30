import * as endpoints from '@hubbub/contract/features/relations/relations.endpoints.ts';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { noteRelation, type Relation } from '#features/relations/turned-away.ts';
import { call } from '#platform/api-client.ts';
import { Waiting } from '#platform/errors.ts';
import { callQueued } from '#platform/outbox.ts';

const calls = {
  block: {
    list: endpoints.listBlocks,
    give: [endpoints.blockUser, 'Blocking'],
    take: [endpoints.unblockUser, 'Unblocking'],
  },
  mute: { list: endpoints.listMutes, give: [endpoints.muteUser, 'Muting'], take: [endpoints.unmuteUser, 'Unmuting'] },
} as const;

/** Everything but the feed, where refetching would lose the reader's place; the feed hides blocked and muted people by itself. */
const refetch = (client: QueryClient) =>
  void client.invalidateQueries({
    predicate: ({ queryKey: [first, second] }) => first !== 'posts' || second !== 'feed',
  });

/**
 * Blocks or mutes a person, or takes that back, which shows right away.
 * @throws {Waiting} if it's kept for later; otherwise as `call`
 */
export async function changeRelation(
  client: QueryClient,
  relation: Relation,
  { username, isGiven }: { username: string; isGiven: boolean },
): Promise<void> {
  const [endpoint, what] = calls[relation][isGiven ? 'give' : 'take'];
  const note = () => noteRelation(relation, username, isGiven);
  try {
    await callQueued(endpoint, { params: { username } }, `${what} @${username}`);
  } catch (error) {
    if (error instanceof Waiting) note();
    throw error;
  }
  note();
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
