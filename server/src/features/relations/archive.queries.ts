import { sql } from 'kysely';
import { ownRows } from '#platform/database/pages.ts';

interface RelatedRow {
  kind: 'follow' | 'block' | 'mute';
  username: string;
  /** Its position among those of its kind. */
  place: number;
}

/** The people somebody follows, has blocked and has muted. */
export const ownPeople = ownRows<RelatedRow>(1000, async (db, { userId, after, size }) => {
  const { rows } = await sql<RelatedRow>`
    select listed.kind, users.username, listed.place from (
      select 'follow' as kind, followee_id as other_id, id as place from follows where follower_id = ${userId}
      union all
      select kind, other_id, id from relations where user_id = ${userId} and kind in ('block', 'mute')
    ) listed join users on users.id = listed.other_id
    where (listed.kind, listed.place) > (${after?.kind ?? ''}, ${after?.place ?? 0}::bigint)
    order by listed.kind, listed.place limit ${size}`.execute(db);
  return rows;
});
