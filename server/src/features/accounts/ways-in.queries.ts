import { type Expression, sql } from 'kysely';

/** A person's sessions that began at a time or later, except for one that began at another: all that may be somebody else's. */
export interface SessionsSince {
  since: Date;
  except?: Date | undefined;
}

/** Whether something was added in one of these sessions. @param began an expression: when the session that added it began */
export const addedIn = ({ since, except }: SessionsSince, began: Expression<unknown>) =>
  except === undefined
    ? sql<boolean>`${began} >= ${since}`
    : sql<boolean>`${began} >= ${since} and date_trunc('milliseconds', ${began}) <> ${except}`;
