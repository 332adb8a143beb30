import * as endpoints from '@hubbub/contract/features/relations/relations.endpoints.ts';
import type { QueryClient } from '@tanstack/react-query';
import { takeBack, turnAway } from '#features/relations/turned-away.ts';
import { call } from '#platform/api-client.ts';

/** What a person can do about another. */
export type Relation = 'block' | 'mute';

const calls = {
  block: { give: endpoints.blockUser, take: endpoints.unblockUser },
  mute: { give: endpoints.muteUser, take: endpoints.unmuteUser },
};

/** Everything but the feed, where refetching would lose the reader's place; it leaves out those who were turned away by itself. */
const refetch = (client: QueryClient) =>
  void client.invalidateQueries({
    predicate: ({ queryKey: [first, second] }) => first !== 'posts' || second !== 'feed',
  });

/** Blocks or mutes a person, and removes what they wrote from the screen. */
export async function giveRelation(client: QueryClient, relation: Relation, username: string): Promise<void> {
  await call(calls[relation].give, { params: { username } });
  turnAway(username);
  refetch(client);
}

/** Unblocks or unmutes a person. */
export async function takeRelation(client: QueryClient, relation: Relation, username: string): Promise<void> {
  await call(calls[relation].take, { params: { username } });
  takeBack(username);
  refetch(client);
}
