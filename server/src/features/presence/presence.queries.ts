import { type Expression, type OnConflictBuilder, type QueryCreator, sql } from 'kysely';
import { showsPresence } from '#features/relations/public.ts';
import { anyPrepared, arrayOf, unnest } from '#platform/database/arrays.ts';
import type { Db, Pipeline, Tx } from '#platform/database/database.ts';
import { builder, eb, exists, not, or, row } from '#platform/database/expressions.ts';
import { statement } from '#platform/database/statement.ts';
import type { Tables } from '#platform/database/tables.ts';
import { ago, connectionsOf, isOnline, processSeconds } from './presence.access.ts';

/** A change replaces the previous one. */
const asNoted = (conflict: OnConflictBuilder<Tables, 'presence_changes'>) =>
  conflict
    .column('user_id')
    .doUpdateSet((set) => ({ at: set.ref('excluded.at'), is_online: set.ref('excluded.is_online') }));

/** Stores the changes: their `people` have come online or gone offline. Nothing is stored of people who don't show it. */
const noteChanges = (db: unknown, isNowOnline: boolean) => {
  const person = sql.ref<string>('people.user_id');
  return (db as QueryCreator<Tables & { people: { user_id: string } }>)
    .insertInto('presence_changes')
    .columns(['user_id', 'at', 'is_online'])
    .expression((each) =>
      each
        .selectFrom('people')
        .select(['people.user_id', eb.fn<Date>('clock_timestamp').as('at'), eb.lit(isNowOnline).as('is_online')])
        .where(exists(eb.selectFrom('users').where('users.id', '=', person)))
        .where(showsPresence(person))
        .orderBy('people.user_id'),
    )
    .onConflict(asNoted);
};

interface Connections {
  processId: string;
  userIds: readonly string[];
}

const comeStatement = statement<Connections, object>('presence-come', (db, { processId, userIds }) => {
  const people = db
    .with('process', (cte) =>
      cte
        .insertInto('presence_processes')
        .values({ id: processId, seen_at: eb.fn<Date>('now') })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: eb.fn<Date>('now') }))
        .returning('presence_processes.id'),
    )
    .with('added', (cte) =>
      cte
        .insertInto('online_users')
        .columns(['user_id', 'process_id'])
        .expression(
          cte
            .selectFrom(unnest('given', { user_id: arrayOf(userIds, 'uuid') }))
            .innerJoin('users', 'users.id', 'given.user_id')
            .crossJoin('process')
            .select(['given.user_id', 'process.id'])
            .orderBy('given.user_id'),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('online_users.user_id'),
    )
    .with('people', (cte) =>
      cte
        .selectFrom('added')
        .select('added.user_id')
        .where((each) => not(isOnline(each.ref('added.user_id')))),
    );
  return noteChanges(people, true);
});

/** Stores that people are connected to a process. */
export async function storeCome(pipeline: Pipeline, processId: string, userIds: readonly string[]): Promise<void> {
  await comeStatement(pipeline, { processId, userIds });
}

const goneStatement = statement<Connections, object>('presence-gone', (db, { processId, userIds }) => {
  const people = db
    .with('removed', (cte) =>
      cte
        .deleteFrom('online_users')
        .where('process_id', '=', processId)
        .where('user_id', '=', anyPrepared(userIds, 'uuid'))
        .returning('user_id'),
    )
    .with('people', (cte) =>
      cte
        .selectFrom('removed')
        .select('removed.user_id')
        .where((each) =>
          not(exists(connectionsOf(each.ref('removed.user_id')).where('online.process_id', '<>', processId))),
        ),
    );
  return noteChanges(people, false);
});

/** Stores that somebody shows from now on whether they're online, or no longer does. */
export async function noteChoice(tx: Tx, userId: string, isShown: boolean): Promise<void> {
  const person = tx
    .selectFrom('users')
    .select(['users.id', eb.fn<Date>('clock_timestamp').as('at'), eb.lit(isShown).as('is_online')])
    .where('users.id', '=', userId);
  await tx
    .insertInto('presence_changes')
    .columns(['user_id', 'at', 'is_online'])
    .expression(isShown ? person.where(isOnline(row('users').id)) : person)
    .onConflict(asNoted)
    .execute();
}

/** Removes a deleted account: people who look at it learn that it's gone. */
export async function forgetPresence(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('online_users').where('user_id', '=', userId).execute();
  await db.deleteFrom('presence_changes').where('user_id', '=', userId).execute();
}

/** Stores that people have left a process. */
export async function storeGone(pipeline: Pipeline, processId: string, userIds: readonly string[]): Promise<void> {
  await goneStatement(pipeline, { processId, userIds });
}

const seenStatement = statement<{ processId: string }, { id: string }>('presence-seen', (db, { processId }) =>
  db
    .updateTable('presence_processes')
    .set({ seen_at: eb.fn<Date>('now') })
    .where('id', '=', processId)
    .returning('id'),
);

/** Renews a process's heartbeat. @returns false if the others thought that it was dead */
export async function storeSeen(pipeline: Pipeline, processId: string): Promise<boolean> {
  return (await seenStatement(pipeline, { processId })).length > 0;
}

const sweepStatement = statement<{ ending: string | null }, object>('presence-sweep', (db, { ending }) => {
  const people = db
    .with('ended', (cte) =>
      cte
        .selectFrom('presence_processes')
        .select('id')
        .where(
          or(
            eb(row('presence_processes').id, '=', ending),
            eb(row('presence_processes').seen_at, '<', ago(2 * processSeconds)),
          ),
        )
        .orderBy('id')
        .forUpdate()
        .skipLocked(),
    )
    .with('removed', (cte) =>
      cte
        .deleteFrom('online_users')
        .where('process_id', 'in', cte.selectFrom('ended').select('ended.id'))
        .returning('user_id'),
    )
    .with('swept', (cte) =>
      cte.deleteFrom('presence_processes').where('id', 'in', cte.selectFrom('ended').select('ended.id')),
    )
    .with('forgotten', (cte) => cte.deleteFrom('presence_changes').where('at', '<', ago(300)))
    .with('people', (cte) =>
      cte
        .selectFrom('removed')
        .select('removed.user_id')
        .distinct()
        .where((each) =>
          not(
            exists(
              connectionsOf(each.ref('removed.user_id')).where(
                'process.id',
                'not in',
                cte.selectFrom('ended').select('ended.id'),
              ),
            ),
          ),
        ),
    );
  return noteChanges(people, false);
});

/** Removes dead processes, with everyone on them. @param ending a process that's about to end; null: none */
export async function sweep(pipeline: Pipeline, ending: string | null): Promise<void> {
  await sweepStatement(pipeline, { ending });
}

/** Somebody who has come online or gone offline. */
export interface Change {
  user_id: string;
  username: string;
  is_online: boolean;
  /** Microseconds since 1970. */
  at: number;
}

/** A time in microseconds since 1970. */
const microseconds = (time: Expression<Date>) => sql<number>`(extract(epoch from ${time}) * 1000000)::bigint`;

const changes = row('presence_changes', 'changes');

const changesStatement = statement<{ after: number; max: number }, Change>('presence-changes', (db, { after, max }) =>
  db
    .selectFrom('presence_changes as changes')
    .innerJoin('users', 'users.id', 'changes.user_id')
    .select(['changes.user_id', 'users.username', 'changes.is_online', microseconds(changes.at).as('at')])
    .where('changes.at', '>', sql<Date>`to_timestamp(${after}::double precision / 1000000)`)
    .where(or(not(changes.is_online), showsPresence(changes.user_id)))
    .orderBy('changes.at')
    .limit(max),
);

/** The first changes after a moment, in microseconds. People who have just stopped showing their presence go offline one last time. */
export async function listChanges(pipeline: Pipeline, after: number, max: number): Promise<Change[]> {
  return await changesStatement(pipeline, { after, max });
}

const nowStatement = statement<object, { at: number }>('presence-now', () =>
  builder.selectNoFrom(microseconds(eb.fn<Date>('clock_timestamp')).as('at')),
);

/** The database's time in microseconds since 1970. */
export async function readNow(pipeline: Pipeline): Promise<number> {
  const [now] = await nowStatement(pipeline, {});
  return now?.at ?? 0;
}

interface Viewers {
  viewerIds: readonly string[];
  otherIds: readonly string[];
}

const viewersStatement = statement<Viewers, { id: string; apart: string[] }>(
  'presence-viewers',
  (db, { viewerIds, otherIds }) => {
    const viewerId = sql.ref<string>('viewers.id');
    const apart = eb
      .selectFrom('relations')
      .select('relations.other_id')
      .where('relations.user_id', '=', viewerId)
      .where('relations.other_id', '=', anyPrepared(otherIds, 'uuid'))
      .where('relations.kind', '<>', 'mute');
    return db
      .selectFrom(unnest('viewers', { id: arrayOf(viewerIds, 'uuid') }))
      .select(['viewers.id', sql<string[]>`array(${apart})`.as('apart')])
      .where(showsPresence(viewerId));
  },
);

/** The viewers who see when others are online, each with the people they don't see. */
export async function listViewers(
  pipeline: Pipeline,
  viewerIds: readonly string[],
  otherIds: readonly string[],
): Promise<{ id: string; apart: string[] }[]> {
  return await viewersStatement(pipeline, { viewerIds, otherIds });
}
