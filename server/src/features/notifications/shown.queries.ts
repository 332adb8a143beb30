import {
  type NotificationType,
  notificationTypes,
} from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely';
import { nameOf } from '#features/rooms/public.ts';
import { unnestInOrder } from '#platform/database/arrays.ts';
import { builder, eb, fact, row, type Value } from '#platform/database/expressions.ts';
import type { Tables } from '#platform/database/tables.ts';
import { kinds } from './kinds.kind.ts';
import { excerptOf } from './notification.kind.ts';
import { actorShownIn, needsActor } from './notifications.access.ts';
import type { Reported } from './notifications.rules.ts';

/** A notification to show. */
type NotificationRow = Omit<Selectable<Tables['notifications']>, 'withdrawn'>;

/** A notification with everything that's shown of it. */
export interface ShownRow {
  user_id: string;
  id: string;
  type: NotificationType;
  subject: string;
  created_at: Date;
  read: boolean;
  post_id: string | null;
  comment_id: string | null;
  report_id: string | null;
  decision_id: string | null;
  channel_id: string | null;
  conversation_id: string | null;
  message_id: number | null;
  channel_name: string | null;
  /** The latest three actors. */
  usernames: string[];
  names: (string | null)[];
  profile_paths: (string | null)[];
  /** The number of actors, including those who aren't stored. */
  actor_count: number;
  community_handle: string | null;
  community_name: string | null;
  /** Whether the receiver of a notification about a report is in the site's team. */
  on_team: boolean;
  /** The subject of the report; null: it isn't about a report. */
  reported_kind: Reported['kind'] | null;
  reported_name: string | null;
  excerpt: string | null;
}

const shown = row('notifications', 'shown');

/** The excerpt of a row `shown`. @param only the type of all the rows, if it's known */
function excerptColumn(only: NotificationType | undefined): Value<string | null> {
  const bySource = Map.groupBy(only ? [only] : notificationTypes, (type) => kinds[type].excerpt);
  const cases = [...bySource].map(([excerpt, types]) =>
    excerpt ? sql`when ${eb(shown.type, 'in', types)} then ${excerpt(shown)}` : sql``,
  );
  const ofMessage = eb
    .selectFrom('messages')
    .select(excerptOf(row('messages').content))
    .where('messages.room_id', '=', eb.fn.coalesce(shown.channel_id, shown.conversation_id))
    .where('messages.id', '=', shown.message_id);
  return sql<string | null>`case when ${shown.message_id} is not null then ${ofMessage} ${sql.join(cases, sql` `)} end`;
}

/** The subject of the report of a row `shown`, and the name of its author or of the community. @param only as for `selectShown` */
function reportedColumns(only: NotificationType | undefined) {
  const isOfReports = only === undefined || only === 'report' || only === 'report_decided';
  const report = eb.selectFrom('reports').where('reports.id', '=', shown.report_id);
  const community = eb
    .selectFrom('communities')
    .select('communities.name')
    .where('communities.id', '=', eb.cast<string>(row('reports').thing_id, 'uuid'));
  const author = eb
    .selectFrom('users as authors')
    .select((authors) => authors.fn.coalesce('authors.name', 'authors.username').as('name'))
    .where('authors.id', '=', row('reports').author_id);
  const nameOf = eb.case().when(row('reports').kind, '=', 'community').then(community).else(author).end();
  const column = <T>(of: Expression<T>): RawBuilder<T | null> =>
    isOfReports ? sql<T>`${report.select(sql`${of}`.as('of'))}` : sql<null>`null::text`;
  return [column(row('reports').kind).as('reported_kind'), column(sql<string>`${nameOf}`).as('reported_name')] as const;
}

/** The latest three actors of a row `shown`, and the number of all. */
function namedIn(only: NotificationType | undefined) {
  const each = eb
    .selectFrom(unnestInOrder('actor', { id: shown.actors }))
    .innerJoin('users', 'users.id', 'actor.id')
    .select(['users.username', 'users.name', 'users.profile_path', 'actor.ordinality'])
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) => over.orderBy('actor.ordinality'))
        .as('rank'),
    )
    .where(actorShownIn(shown, row('users'), only));
  return eb.selectFrom(each.as('each')).select(({ fn }) => {
    const latest = <T>(column: 'username' | 'name' | 'profile_path') =>
      fn.coalesce(
        fn
          .agg<T[]>('array_agg', [`each.${column}`])
          .orderBy('each.ordinality')
          .filterWhere('each.rank', '<=', 3),
        sql<T[]>`'{}'`,
      );
    return [
      latest<string>('username').as('usernames'),
      latest<string | null>('name').as('names'),
      latest<string | null>('profile_path').as('profile_paths'),
      eb.cast<number>(fn.countAll(), 'integer').as('number'),
    ];
  });
}

/**
 * Selects the columns of ShownRow.
 * @param rows notifications that their people may see
 * @param only the type of all the rows, if it's known
 */
export const selectShown = (rows: Expression<NotificationRow>, only?: NotificationType) =>
  builder
    .selectFrom(sql<NotificationRow>`${rows}`.as('shown'))
    .crossJoinLateral(namedIn(only).as('named'))
    .leftJoin('communities as place', 'place.id', 'shown.community_id')
    .select([
      'shown.user_id',
      'shown.id',
      'shown.type',
      'shown.subject',
      'shown.created_at',
      'shown.read',
      'shown.post_id',
      'shown.comment_id',
      'shown.report_id',
      'shown.decision_id',
      'shown.channel_id',
      'shown.conversation_id',
      'shown.message_id',
      'named.usernames',
      'named.names',
      'named.profile_paths',
      'place.handle as community_handle',
      'place.name as community_name',
    ])
    .select((one) => [
      one
        .selectFrom('rooms')
        .select(nameOf(row('rooms')).as('name'))
        .whereRef('rooms.id', '=', 'shown.channel_id')
        .as('channel_name'),
      one('named.number', '+', one.ref('shown.more')).as('actor_count'),
      fact(
        one.fn.coalesce(
          one
            .selectFrom('users')
            .select((users) => users('users.site_role', 'is not', null).as('on_team'))
            .whereRef('users.id', '=', 'shown.user_id'),
          one.lit(false),
        ),
      ).as('on_team'),
      ...reportedColumns(only),
      excerptColumn(only).as('excerpt'),
    ]);

/** The same for one type; if it means nothing without actors, only rows that have some. */
export function selectToTell(rows: Expression<NotificationRow>, type: NotificationType) {
  const shownRows = selectShown(rows, type);
  return needsActor(type) ? shownRows.where('named.number', '>', 0) : shownRows;
}
