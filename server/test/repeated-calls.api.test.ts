import { endpoints } from '@hubbub/contract/index.ts';
import { describe, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { testWorld } from './harness.ts';
import { repeatedOfAccounts } from './repeated-accounts.ts';
import { repeatedInCommunities } from './repeated-communities.ts';
import { enter, type Prepared, type Repeated } from './repeated-scene.ts';
import { repeatedThings } from './repeated-things.ts';

/** Every call that changes something, by its name in the contract. */
const calls = { ...repeatedOfAccounts, ...repeatedInCommunities, ...repeatedThings };
const idempotent = Object.entries(calls).filter((entry): entry is [string, Repeated] => !('anew' in entry[1]));

const atOnce = 8;
const noop = () => undefined;

const world = await testWorld({ settings: { DELETION_GRACE_DAYS: '7' } });
// Nobody needs a second factor: every ten minutes, the team would be told, in the middle of a call.
await world.sql(
  `insert into site (id, awaits_owner, second_factor) values ($1, false, 'nobody')
   on conflict (is_only) do update set awaits_owner = false, second_factor = 'nobody'`,
  [newId()],
);

/** Tables about attempts, progress, and derived or sampled values: they change by themselves. */
const apart = [
  'search_texts',
  'search_waiting',
  'security_refusals',
  'heard_changes',
  'unread_changes',
  'post_votes.previous',
  'exports.done',
  'site_figures',
];

const tables = await world.sql<{ name: string; counters: string[] }>(
  `select tables.table_name as name, coalesce(array_agg(columns.column_name::text)
       filter (where columns.data_type in ('integer', 'smallint')
         and not table_name || '.' || column_name = any ($1)), '{}') as counters
     from information_schema.tables join information_schema.columns using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and not table_name = any ($1) group by 1`,
  [apart],
);
const sums = tables.map(
  ({ name, counters }) =>
    `select '${name}' as name, array[count(*)${counters.map((each) => `, coalesce(sum("${each}"), 0)`).join('')}]::int[] as sums from "${name}"`,
);
// It's asked four times for each call, and planning it takes longer than everything else.
await world.sql(`prepare stored as ${sums.join(' union all ')}`);
const counted = new Map(tables.map(({ name, counters }) => [name, ['rows', ...counters]]));

/** How many rows each table has, and what their counters add up to. */
async function stored(): Promise<Map<string, number>> {
  const rows = await world.sql<{ name: string; sums: number[] }>('execute stored');
  return new Map(
    rows.flatMap(({ name, sums: numbers }) =>
      numbers.map((number, index): [string, number] => [`${name}.${counted.get(name)?.[index]}`, number]),
    ),
  );
}

let scenes = 0;

/** The changes of a call that's sent this many times at once, and its statuses. */
async function send(row: Repeated, method: string, times: number) {
  scenes += 1;
  // People who were put into the team before would get notifications, too.
  await world.sql('update users set site_role = null');
  const prepared = await row.prepare(await enter(world, scenes));
  await settle();
  const before = await stored();
  const release = row.isMadeByJob ? holdFiles() : undefined;
  const statuses = await Promise.all(Array.from({ length: times }, () => answerTo(prepared, method)));
  release?.();
  await settle();
  const changes = [...(await stored())].flatMap(([name, number]): [string, number][] =>
    number === before.get(name) ? [] : [[name, number - (before.get(name) ?? 0)]],
  );
  return { changes: Object.fromEntries(changes), statuses };
}

/** No file is stored until it's released. */
function holdFiles(): () => void {
  const { storage } = world.platform;
  const put = storage.put.bind(storage);
  const gate = Promise.withResolvers<void>();
  const held = vi.spyOn(storage, 'put').mockImplementation(async (...given) => {
    await gate.promise;
    return await put(...given);
  });
  return () => {
    held.mockRestore();
    gate.resolve();
  };
}

const { writes } = world.platform.db;
const write = writes.query.bind(writes);
const begun = new Set<Promise<unknown>>();
vi.spyOn(writes, 'query').mockImplementation((...given) => {
  const answer = write(...given);
  const ended = answer.then(noop, noop);
  begun.add(ended);
  void ended.then(() => begun.delete(ended));
  return answer as Promise<never[]>;
});

/** Waits for jobs, and for what's written without anybody waiting for it: refusals are logged while they're answered. */
async function settle(): Promise<void> {
  await Promise.all(begun);
  await world.runJobs();
}

async function answerTo({ by, path, body }: Prepared, method: string): Promise<number> {
  const isJson = body !== undefined && !(body instanceof FormData);
  const response = await by.fetch(path, {
    method,
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    ...(isJson && { headers: { 'content-type': 'application/json' } }),
  });
  await response.arrayBuffer();
  return response.status;
}

test("Every call that changes something is listed with its effect when it's repeated", () => {
  const names = Object.entries(endpoints).flatMap(([name, { method }]) => (method === 'GET' ? [] : [name]));
  expect(Object.keys(calls).sort()).toEqual(names.sort());
});

describe('Sent eight times at once', () => {
  test.each(idempotent)('%s has one effect, and fails for nobody', async (name, row) => {
    const endpoint = endpoints[name]!;
    const { method } = endpoint;
    const once = await send(row, method, 1);
    expect(once.statuses).toEqual([endpoint.answer.status]);
    const { statuses, changes } = await send(row, method, atOnce);
    expect(statuses).toContain(endpoint.answer.status);
    expect([endpoint.answer.status, ...(row.others ?? [])]).toEqual(expect.arrayContaining(statuses));
    const entries = row.logsRefusals ? { 'security_log.rows': atOnce } : {};
    // There are more people by now than there were for the first one.
    const told = row.tellsEverybody && (await world.sql('select from users where activated_at is not null')).length;
    expect(changes).toEqual({ ...once.changes, ...entries, ...(told && { 'notifications.rows': told }) });
  });
});
