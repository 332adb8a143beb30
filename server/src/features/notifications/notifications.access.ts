import type { SettingType } from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import type { NotificationType } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { sql } from 'kysely';
import { isActivated } from '#features/accounts/public.ts';
import { inFeedOf } from '#features/relations/public.ts';
import {
  and,
  byKey,
  type Condition,
  eb,
  exists,
  not,
  or,
  type Row,
  row,
  type Value,
} from '#platform/database/expressions.ts';
import { kinds } from './kinds.kind.ts';
import type { Notification, NotificationKind } from './notification.kind.ts';

const never = eb.lit(false);
const types = Object.entries(kinds) as [NotificationType, NotificationKind][];

/** The types that need no actor. */
const withoutActor = types.flatMap(([type, { needsActor }]) => (needsActor ? [] : [type]));

/**
 * The condition that `of` picks from a row's type. PostgreSQL prepares all the types' conditions whenever a statement runs,
 * and goes through them for each row, so pass the type if it's known. The `case` keeps it from turning conditions into joins, which would
 * cost more than they save for the few rows of a page.
 */
function byType(own: Notification, of: (kind: NotificationKind) => Condition, only?: NotificationType): Condition {
  const cases = types
    .filter(([type]) => only === undefined || type === only)
    .map(([type, kind]) => sql`when ${sql.lit(type)} then ${of(kind)}`);
  return sql<boolean>`case ${own.type} ${sql.join(cases, sql` `)} else false end`;
}

/** Whether a notification of this type means nothing without any actor. */
export const needsActor = (type: NotificationType): boolean => kinds[type].needsActor === true;

/** Whether an actor is named in a notification: what they did still counts, and the receiver sees and hasn't muted them. */
export const actorShownIn = (own: Notification, users: Row<'users'>, only?: NotificationType): Condition =>
  and(
    isActivated(users),
    inFeedOf(own.user_id, users.id),
    byType(own, ({ actor }) => actor?.(own, users.id) ?? never, only),
  );

/** Whether the person wants a notification in their list. */
export const isWanted = (own: Notification): Condition => {
  const type: Value<SettingType> = own.type;
  const hidden = eb
    .selectFrom('notification_settings as chosen')
    .where('chosen.user_id', '=', own.user_id)
    .where(eb(type, '=', eb.fn.any<SettingType>(row('notification_settings', 'chosen').hidden_types)));
  return not(exists(hidden));
};

/** Whether the person may now see a notification. */
export const isAboutSeen = (own: Notification, only?: NotificationType): Condition =>
  byType(own, ({ thing }) => thing(own), only);

/** Whether a person may now be notified in any way: they may see what the notification is about, and they see an actor, if it needs one. */
export const isTellable = (own: Notification, only?: NotificationType): Condition =>
  and(
    isAboutSeen(own, only),
    or(
      eb(own.type, 'in', withoutActor),
      exists(
        eb
          .selectFrom('users')
          .where('users.id', '=', eb.fn.any<string>(own.actors))
          .where(actorShownIn(own, row('users'), only))
          .offset(byKey),
      ),
    ),
  );

/** Whether a notification is in its person's list now. Lists and counts check it each time. */
export const isShown = (own: Notification, only?: NotificationType): Condition =>
  and(isWanted(own), isTellable(own, only));
