import type { Bench } from '../bench.ts';

/** A community of nearly everybody, and many small ones. */

export const handle = 'crowd_large';
/** Its id, in SQL. */
export const crowdId = `md5('community 0')::uuid`;
/** Members of the large community, if there are that many people. */
const members = 100_000;
/** People in no community, who join. */
export const visitors = 400;
/** Other communities, of 1 to 40 members each. */
const others = 1000;

const ours = `community_id in (select id from communities where handle like 'crowd%')`;

/** How many people are in the large community. */
const crowdOf = (people: number) => Math.min(members, people - visitors);

/** The statements that create the large community, with everyone but the last people, and many small ones. */
const statements = (people: number): string[] => {
  const crowd = crowdOf(people);
  return [
    `delete from communities where handle like 'crowd%' or handle like 'bench%'`,
    'set session_replication_role = replica',
    `insert into communities (id, handle, name, created_at)
     select md5('community ' || n)::uuid, case n when 0 then '${handle}' else 'crowd_' || n end,
       'Community number ' || n, now() from generate_series(0, ${others}) n`,
    `insert into community_roles (id, community_id, name, permissions, kind)
     select md5(kind || id)::uuid, id, kind,
       case kind when 'admin' then array['channel:create', 'post:create', 'ban:users', 'community:edit'] else '{}' end, kind
     from communities, unnest(array['admin', 'user']) kind where handle like 'crowd%'`,
    `insert into community_members (community_id, user_id)
     select md5('community 0')::uuid, id from (select id from users order by id limit ${crowd}) crowd order by id`,
    `insert into community_members (community_id, user_id)
     select md5('community ' || n)::uuid, picked.id from generate_series(1, ${others}) n, lateral (
       select id from users order by id offset (n * 7) % ${crowd} limit 1 + n % 40
     ) picked`,
    `insert into community_role_holders (community_id, user_id, role_id)
     select community_id, user_id, md5('user' || community_id)::uuid from community_members where ${ours}`,
    `insert into community_role_holders (community_id, user_id, role_id)
     select distinct on (community_id) community_id, user_id, md5('admin' || community_id)::uuid
     from community_members where ${ours} order by community_id, joined`,
    `insert into community_sizes (community_id, member_count)
     select community_id, count(*) from community_members where ${ours} group by community_id`,
    'set session_replication_role = origin',
    'vacuum analyze communities, community_sizes, community_members, community_roles, community_role_holders',
  ];
};

/** Fills the communities unless they're there. @returns how many members the large one has */
export async function fillCrowd(bench: Bench): Promise<number> {
  const { size, query } = await bench.database();
  const count = async () => {
    const [large] = await query<{ member_count: number }>(
      `select member_count from community_sizes where community_id = ${crowdId}`,
    );
    return large?.member_count ?? 0;
  };
  if ((await count()) !== crowdOf(size.people)) {
    bench.say('filling the communities');
    for (const statement of statements(size.people)) await query(statement);
  }
  return await count();
}
