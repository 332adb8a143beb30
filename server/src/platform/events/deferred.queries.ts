import { type Expression, type RawBuilder, sql } from 'kysely';

/** The job that handles a deferred event. */
export const deferredTask = (event: string) => `deferred.${event}` as const;

/**
 * One job for all events of a statement, as an expression of it; the job is stored with the statement. PostgreSQL runs a CTE that only
 * selects this when another part of the statement reads it.
 * @param event the event's name, which must have a handler
 * @param payloads an expression that aggregates the payloads: `json_agg(…)`; null: there's no event, and no job
 */
export const deferredIn = (event: string, payloads: Expression<unknown>): RawBuilder<string | null> =>
  sql`(select (graphile_worker.add_job(${sql.lit(deferredTask(event))}, payload => json_build_object('events', batch.events),
      max_attempts => 10)).id
    from (select ${payloads} as events) batch where batch.events is not null)`;
