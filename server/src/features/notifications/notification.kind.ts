import { type Expression, sql } from 'kysely';
import { type Condition, call, type Id, type Row, type Value } from '#platform/database/expressions.ts';
import type { Facts } from './notifications.rules.ts';

/** The beginning of a text, as `excerpt`: at most 140 characters. */
export const excerptOf = (text: Value<string>) => call<string>('left', text, sql.lit(140)).as('excerpt');

export type Notification = Row<'notifications'>;

/** A type of notification: who may see it, and what it says. */
export interface NotificationKind {
  /** Whether the person may now see the thing that a notification is about. */
  thing: (own: Notification) => Condition;
  /** Whether an actor still counts, for example because their vote stands. Left out: the type has no actors. */
  actor?: (own: Notification, actor: Id) => Condition;
  /** Whether the notification means nothing without any actor. */
  needsActor?: true;
  /** Selects the beginning of what it's about, if that isn't a message. Left out: it has no excerpt. */
  excerpt?: (own: Notification) => Expression<unknown>;
  /** What happened. `people`: the actors. */
  sentence: (people: string, facts: Facts) => string;
  /** The path that it opens. */
  link: (facts: Facts) => string;
}
