import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { startWorld, type World } from '../../server/test/harness.ts';
import type { Client } from './api.ts';
import { converse, gatherGroup } from './converse.ts';
import type { Residents } from './find.ts';
import { gather } from './gather.ts';
import { keepOrder } from './order.ts';
import { demoPassword } from './people.ts';
import { chooseSettings, savePosts } from './preferences.ts';
import { publish } from './publish.ts';
import { removeWorld } from './remove.ts';
import { moveIn, type Server } from './residents.ts';
import { describeSite, gatherTeam } from './team.ts';
import { planWorld } from './world.ts';
import { announced, communities, everyone, groups, openReports, saved, talks, threat } from './world-data.ts';

let world: World;
let server: Server;
beforeEach(async () => {
  // As on a server that somebody has just started: its accounts are new, and limited.
  world = await startWorld({ settings: { RATE_LIMITS: 'on' } });
  const dataDir = await mkdtemp(join(inject('scratchFolder'), 'demo-'));
  const env = { ...process.env, DATABASE_URL: world.databaseUrl };
  server = { origin: world.origin, dataDir, env, say: () => undefined };
});
afterEach(() => world.close());

async function settle(): Promise<Map<string, Client>> {
  const residents = new Map<string, Client>();
  await Promise.all(
    everyone.map(async (person) => {
      residents.set(person.username, await moveIn(server, { ...person, hasPicture: false }));
    }),
  );
  return residents;
}

/** What the team has to do with, without pictures, which take time. */
function planOrder() {
  const quoted = [
    announced,
    ...saved,
    threat.about.post,
    ...openReports.flatMap(({ about }) => ('post' in about ? [about.post] : [])),
  ];
  return planWorld()
    .filter((plan) => plan.community || quoted.some(({ by, start }) => plan.by === by && plan.text.startsWith(start)))
    .map((plan) => ({ ...plan, media: '' }));
}

async function cookieOf(username: string): Promise<string> {
  const { headers } = await world.stranger().post('/v1/tokens/authentication', { username, password: demoPassword });
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function fill(residents: Map<string, Client>) {
  const changes: boolean[] = [];
  for (const { picture: _picture, ...community } of communities) changes.push(await gather(residents, community));
  const team = await gatherTeam(residents, server);
  return { changes, team };
}

async function talk(residents: Residents) {
  const changes = [await chooseSettings(residents)];
  for (const group of groups) changes.push(await gatherGroup(residents, group));
  for (const each of talks) changes.push(await converse(residents, each));
  return changes;
}

test('The demo world brings a team, private communities, groups, requests, open reports and appeals, once, and --remove takes it all away', async () => {
  const untouched = (await world.stranger().get('/v1/site')).body;
  const residents = await settle();
  const first = await fill(residents);
  expect(first.changes).not.toContain(false);
  expect(first.team).toEqual({ hasTeam: true, changed: true });
  expect(await talk(residents)).not.toContain(false);
  for (const plan of planOrder()) await publish(residents, plan);
  expect(await savePosts(residents)).toBe(true);
  expect(await describeSite(residents)).toBe(true);
  expect(await keepOrder(residents, true)).toBe(true);

  const mira = world.withCookie(await cookieOf('mira_k'));
  const { site } = (await mira.get('/v1/site')).body;
  expect(site.run_by.map(({ username }: { username: string }) => username)).toEqual(['mira_k', 'yuki_tanaka']);
  expect(site.announcement).not.toBeNull();
  const joined: { visibility: string }[] = (await mira.get('/v1/communities/joined')).body.communities;
  expect(joined.filter(({ visibility }) => visibility === 'private')).toHaveLength(2);
  expect((await mira.get('/v1/reports')).body.reports).toHaveLength(openReports.length + 1);
  expect((await mira.get('/v1/appeals')).body.appeals).toHaveLength(2);

  const { conversations } = (await mira.get('/v1/conversations?groups=true')).body;
  const inGroups = conversations.filter(({ is_group }: { is_group?: true }) => is_group);
  expect(inGroups.map(({ name }: { name: string | null }) => name)).toEqual([null, 'Watering rota']);
  expect(inGroups[1]).toMatchObject({ profile_path: expect.any(String), unread: 3 });
  expect(conversations.filter(({ request }: { request?: true }) => request)).toMatchObject([
    { members: [{ username: 'bargain_bikes' }, { username: 'mira_k' }] },
  ]);
  expect((await mira.get('/v1/bookmarks')).body.posts).toHaveLength(saved.length);

  const second = await fill(residents);
  expect([...second.changes, ...(await talk(residents))]).not.toContain(true);
  expect(second.team).toEqual({ hasTeam: true, changed: false });
  expect([await savePosts(residents), await describeSite(residents), await keepOrder(residents, true)]).toEqual([
    false,
    false,
    false,
  ]);

  expect(await removeWorld(server, everyone, () => undefined)).toBe(everyone.length);
  await world.runJobs();
  world.platform.jobs.wake('search.index');
  await expect.poll(() => world.sql('select from search_waiting limit 1')).toEqual([]);
  // The audit log is append-only.
  const kept = [
    'audit_log',
    'migrations',
    'proof_secret',
    'security_refusals',
    'server_keys',
    'site',
    'site_figures',
    'site_findings',
  ];
  const tables = await world.sql(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  for (const { name } of tables) {
    if (!kept.includes(name)) expect(await world.sql(`select * from ${name} limit 1`), name).toEqual([]);
  }
  expect((await world.stranger().get('/v1/site')).body).toEqual(untouched);
});

test('The demo world never gives a role to one of its people where somebody real has registered, and says so', async () => {
  await world.person('real');
  const residents = await settle();
  const { team } = await fill(residents);
  expect(team).toEqual({ hasTeam: false, why: expect.stringContaining('somebody real has registered') });
  for (const plan of planOrder()) await publish(residents, plan);
  expect(await keepOrder(residents, false)).toBe(true);
  expect(await world.sql('select from users where site_role is not null')).toEqual([]);
  expect(await world.sql('select from appeals')).toHaveLength(1);
});
