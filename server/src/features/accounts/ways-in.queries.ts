import { type Expression, sql } from 'kysely';

/** A person's sessions that began at or after `since`, except one: all that somebody else may have used. */
export interface SessionsSince {
  since: Date;
  except?: Date | undefined;
}

/**
 * Whether something was added in one of these sessions. @param began an expression: when the session that added it
 * began
 */
export const addedIn = ({ since, except }: SessionsSince, began: Expression<unknown>) =>
  except === undefined
    ? sql<boolean>`${began} >= ${since}`
    : sql<boolean>`${began} >= ${since} and date_trunc('milliseconds', ${began}) <> ${except}`;
