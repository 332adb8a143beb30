import type { Reactors } from '@hubbub/contract/features/reactions/reactions.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { sql } from 'kysely';
import { authorColumns, viewAuthor } from '#features/accounts/public.ts';
import { visibleTo } from '#features/relations/public.ts';
import type { Db } from '#platform/database/database.ts';
import { eb, or, row, val } from '#platform/database/expressions.ts';
import { type ReactionTable, reactionsTo } from './reactions.access.ts';

/** The people who reacted to a thing, as a viewer sees them: the first ones for each emoji, in the order in which they reacted. */
export async function listReactors(
  db: Db,
  table: ReactionTable,
  { id, viewerId }: { id: string | number; viewerId: string },
): Promise<Reactors> {
  const kinds = reactionsTo(table, val(id))
    .select((reacted) => [
      'reacted.emoji',
      reacted.cast<number>(reacted.fn.countAll(), 'integer').as('count'),
      reacted.fn.min('reacted.created_at').as('since'),
    ])
    .groupBy('reacted.emoji');
  const person = row('users').id;
  const people = reactionsTo(table, val(id))
    .innerJoin('users', 'users.id', 'reacted.user_id')
    .select([...authorColumns, 'reacted.created_at'])
    .where(sql<boolean>`reacted.emoji = kind.emoji`)
    .where(or(eb(person, '=', viewerId), visibleTo(val(viewerId), person)))
    .orderBy('reacted.created_at')
    .limit(limits.reaction.users);
  const rows = await db
    .selectFrom(kinds.as('kind'))
    .leftJoinLateral(people.as('person'), (join) => join.onTrue())
    .select(['kind.emoji', 'kind.count', 'person.username', 'person.name', 'person.profile_path'])
    .orderBy('kind.since')
    .orderBy('kind.emoji')
    .orderBy('person.created_at')
    .execute();
  return [...Map.groupBy(rows, ({ emoji }) => emoji)].map(([emoji, those]) => ({
    emoji,
    count: those[0]?.count ?? 0,
    users: those.flatMap(({ username, name, profile_path }) =>
      username === null ? [] : [viewAuthor({ username, name, profile_path })],
    ),
  }));
}
