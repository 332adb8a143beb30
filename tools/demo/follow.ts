import { followUser, listFollowing } from '@hubbub/contract/features/relations/relations.endpoints.ts';
import { clientOf, type Residents } from './find.ts';
import { random } from './random.ts';
import { people } from './world-data.ts';

/** Fewest and most people somebody follows. */
const range = [4, 14] as const;

/**
 * Has everyone follow some of the others, if nobody follows anyone yet.
 * @returns whether they began to
 */
export async function followEachOther(residents: Residents): Promise<boolean> {
  const r = random('who follows whom');
  const plans = people.map(({ username }) => ({
    by: username,
    whom: r.shuffled(people.filter((other) => other.username !== username)).slice(0, r.int(...range)),
  }));
  const [first] = plans;
  if (first === undefined) return false;
  const known = await clientOf(residents, first.by).call(listFollowing, { params: { username: first.by }, query: {} });
  if (known.users.length > 0) return false;
  // The first one comes last, so that an interrupted run starts over.
  for (const { by, whom } of plans.toReversed())
    await Promise.all(whom.map(({ username }) => clientOf(residents, by).call(followUser, { params: { username } })));
  return true;
}
