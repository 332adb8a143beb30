import { type RawBuilder, sql } from 'kysely';
import { sharesPresence } from '#features/relations/public.ts';
import { type Condition, eb, exists, fact, type Id, type Value } from '#platform/database/expressions.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    /** Who is connected to which process. */
    online_users: { user_id: string; process_id: string };
    presence_processes: { id: string; seen_at: Date };
    /** When each person last came online or went offline. */
    presence_changes: { user_id: string; at: Date; is_online: boolean };
  }
}

/** Seconds after which a process that hasn't been seen counts as dead, with everyone who was connected to it. */
export const processSeconds = 30;

/** A moment some seconds ago. */
export const ago = (seconds: number): RawBuilder<Date> => sql`now() - make_interval(secs => ${sql.lit(seconds)})`;

/** A person's connections to living processes. */
export const connectionsOf = (person: Id) =>
  eb
    .selectFrom('online_users as online')
    .innerJoin('presence_processes as process', 'process.id', 'online.process_id')
    .where('online.user_id', '=', person)
    .where('process.seen_at', '>', ago(processSeconds));

/** Whether a person is connected to a living process. */
export const isOnline = (person: Id): Condition => exists(connectionsOf(person));

/** Whether a person is online, as a viewer may see it; null: they don't share that. */
export const onlineFor = (viewer: Id, person: Id): Value<boolean | null> =>
  eb
    .case()
    .when(sharesPresence(viewer, person))
    .then(fact(isOnline(person)))
    .end();
