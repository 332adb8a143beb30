import type { NotificationType } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { sql } from 'kysely';
import { countsThere } from '#features/rooms/public.ts';
import type { Pipeline } from '#platform/database/database.ts';
import { builder, eb, fact, type Id, not, row, unforeseen } from '#platform/database/expressions.ts';
import { sessionOf } from '#platform/database/session-statement.ts';
import { type Given, statement } from '#platform/database/statement.ts';
import { isAboutSeen, isWanted } from './notifications.access.ts';
import { askedFor, byTypes, type OwnOnes, ownRows, statementsByType } from './notifications.queries.ts';
import { type ShownRow, selectToTell } from './shown.queries.ts';

/** Unread notifications are counted up to this number. */
const mostCounted = 100;

const newestStatement = statement(
  'notifications-newest-unread',
  (db, { userId, before }: Given<{ userId: string; before: string | null }>) =>
    db
      .selectFrom('notifications as newest')
      .select(['newest.id', 'newest.type'])
      .where('newest.user_id', '=', userId)
      .where(not(row('notifications', 'newest').read))
      .where((newest) =>
        newest.or([
          newest(newest.cast(before, 'uuid'), 'is', null),
          newest('newest.id', '<', before as Given<{ before: string }>['before']),
        ]),
      )
      .orderBy('newest.id', 'desc')
      .limit(sql.lit(mostCounted)),
);

const newestFirst = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? 1 : -1);

/** How many notifications are unread for a person, and how many of these are mentions in channels, which count with their channels. */
interface Counted {
  notifications: number;
  in_channels: number;
}

const counted = (person: Id) =>
  builder
    .selectFrom(
      eb
        .selectFrom('notifications as newest')
        .select([
          'newest.type',
          'newest.channel_id',
          fact(countsThere(row('notifications', 'newest').channel_id, person)).as('is_counted'),
        ])
        .where('newest.user_id', '=', person)
        .where(not(row('notifications', 'newest').read))
        .where(sql<boolean>`newest.withdrawn is not true`)
        .orderBy('newest.id', 'desc')
        .limit(sql.lit(mostCounted))
        .as('counted'),
    )
    .select(({ cast, fn }) => [
      cast<number>(fn.countAll(), 'integer').as('notifications'),
      cast<number>(
        fn
          .countAll()
          .filterWhere('counted.type', '=', 'mention')
          .filterWhere('counted.channel_id', 'is not', null)
          .filterWhere('counted.is_counted', '=', true),
        'integer',
      ).as('in_channels'),
    ]);

const countStatement = statement('notifications-count', (_db, { userId }: Given<{ userId: string }>) =>
  counted(unforeseen(userId, 'uuid')),
);

const countOwnStatement = statement('notifications-count-own', (_db, { tokenHash }: Given<{ tokenHash: Buffer }>) =>
  counted(sql<string>`(select own.user_id from ${sessionOf(tokenHash)} own)`),
);

const none: Counted = { notifications: 0, in_channels: 0 };

/** How many unread notifications a person has. */
export const countUnread = async (pipeline: Pipeline, userId: string): Promise<Counted> =>
  (await countStatement(pipeline, { userId }))[0] ?? none;

/** The same for the caller; 0 without a session. */
export const countOwnUnread = async (pipeline: Pipeline, tokenHash: Buffer): Promise<Counted> =>
  (await countOwnStatement(pipeline, { tokenHash }))[0] ?? none;

type UnreadRow = ShownRow & { is_wanted: boolean };

const summedUpStatements = statementsByType<OwnOnes, UnreadRow>('notifications-summed-up', (type, given) =>
  selectToTell(ownRows(given, not(row('notifications').read), isAboutSeen(row('notifications'), type)), type).select(
    fact(isWanted(row('notifications', 'shown'))).as('is_wanted'),
  ),
);

/** A person's unread notifications of some types, newest first, up to `mostCounted`; also those that aren't listed for them. */
export async function listUnread(
  pipeline: Pipeline,
  userId: string,
  types: readonly NotificationType[],
): Promise<UnreadRow[]> {
  const rows: UnreadRow[] = [];
  for (let before: string | null = null; ; ) {
    const those: Awaited<ReturnType<typeof newestStatement>> = await newestStatement(pipeline, { userId, before });
    const asked = those.filter(({ type }) => types.includes(type));
    for (let start = 0; start < asked.length && rows.length < mostCounted; ) {
      // Nearly all are shown, so after the first page only a few more are needed.
      const end = start + askedFor(mostCounted - rows.length);
      const found = await byTypes(pipeline, summedUpStatements, asked.slice(start, end), (some) => ({
        userId,
        ids: some.map(({ id }) => id),
      }));
      rows.push(...found.sort(newestFirst));
      start = end;
    }
    const last = those.at(-1);
    if (rows.length >= mostCounted || those.length < mostCounted || !last) return rows.slice(0, mostCounted);
    before = last.id;
  }
}
