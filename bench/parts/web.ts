import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { logIn } from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { type BrowserContext, chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../../e2e/support/browser.ts';
import { demoPassword } from '../../tools/demo/people.ts';
import { people } from '../../tools/demo/world-data.ts';
import type { Bench, Part } from '../bench.ts';
import { fillDemo, root, startServer } from '../children.ts';
import { median } from '../measure.ts';
import { plain, type Row } from '../table.ts';

/** Most JavaScript a page may load at first, in bytes, compressed. */
const wantedScript = { feed: 190_000, meeting: 170_000 } as const;
/** Lowest acceptable score out of 100. */
const wantedPoints = { performance: 90, accessibility: 100, 'best-practices': 95 } as const;
type Category = keyof typeof wantedPoints;
const categories = Object.keys(wantedPoints) as Category[];
const debugPort = 4871;
/** Fetched on demand, not a dependency: with the browser protocols it depends on, it would be a sixth of everything that's installed. */
const lighthouse = 'lighthouse@13.5.0';
const viewer = people[0]?.username ?? '';
const profileOwner = people[1]?.username ?? '';

/** What the build reports about a page's first load. */
async function scriptSize(page: keyof typeof wantedScript): Promise<Row> {
  const file = join(root, `web/dist/.vite/initial-javascript-${page}.json`);
  const { gzipBytes } = JSON.parse(await readFile(file, 'utf8')) as { gzipBytes: number };
  return {
    what: `JavaScript for the first load of the ${page}, gzip`,
    ours: { value: gzipBytes / 1000, unit: 'kB' },
    wanted: `at most ${wantedScript[page] / 1000} kB`,
    met: gzipBytes <= wantedScript[page],
  };
}

interface Audit {
  points: Record<Category, number>;
  /** Lighthouse's own figure for this machine's speed; it assumes a phone is a fixed fraction of a machine of about 1500. */
  machine: number;
}

/** Clears the cache, so that each run is a first visit. Lighthouse could do it, but would also log the person out. */
async function forgetFiles(browser: BrowserContext): Promise<void> {
  const page = await browser.newPage();
  const session = await browser.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await page.close();
}

/** What's read of a report. */
interface Report {
  categories: Record<Category, { score: number | null }>;
  environment: { benchmarkIndex: number };
}

/** Lighthouse's report on a page. */
async function reportOn(url: string): Promise<Report> {
  const flags = [`--port=${debugPort}`, `--only-categories=${categories}`, '--disable-storage-reset', '--output=json'];
  const call = ['--yes', lighthouse, url, ...flags, '--quiet'];
  const { stdout } = await promisify(execFile)('npx', call, { maxBuffer: 64 * 2 ** 20 });
  return JSON.parse(stdout) as Report;
}

/** Lighthouse's scores for a page, as on its default phone. The median of the runs, separately for each category. */
async function audit(browser: BrowserContext, url: string, rounds: number): Promise<Audit> {
  const reports: Report[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await forgetFiles(browser);
    reports.push(await reportOn(url));
  }
  const of = (category: Category) =>
    median(reports.map((report) => Math.round((report.categories[category].score ?? 0) * 100)));
  return {
    points: {
      performance: of('performance'),
      accessibility: of('accessibility'),
      'best-practices': of('best-practices'),
    },
    machine: Math.round(median(reports.map((report) => report.environment.benchmarkIndex))),
  };
}

const asRow = (page: string, { points, machine }: Audit): Row => ({
  what: `Lighthouse, phone, ${page}: performance, accessibility, best practices`,
  ours: categories.map((category) => plain(points[category], category)),
  limit: plain(machine, 'on a machine of index'),
  wanted: categories.map((category) => `≥ ${wantedPoints[category]}`).join(', '),
  met: categories.every((category) => points[category] >= wantedPoints[category]),
});

/** As the app does when someone logs in; its own form is tested elsewhere. */
export async function signIn(browser: BrowserContext, origin: string, who = viewer): Promise<void> {
  const page = await browser.newPage();
  await page.goto(origin);
  await page.evaluate(
    async ({ path, username, password }) => {
      const response = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
      });
      const { user } = (await response.json()) as { user: unknown };
      localStorage.setItem('user', JSON.stringify(user));
    },
    { path: logIn.path, username: who, password: demoPassword },
  );
  await page.close();
}

interface Screen {
  name: string;
  /** Someone is signed in. */
  signedIn: boolean;
  path(): Promise<string> | string;
}

/** Lighthouse's scores for screens of the demo world, those without a session first. */
async function lighthousePoints(bench: Bench, screens: (origin: string) => Screen[]): Promise<Row[]> {
  const executablePath = await findChromium().catch(() => undefined);
  if (executablePath === undefined) {
    return [{ what: 'Lighthouse', ours: 'not measured: there is no Chromium. Set CHROME_PATH to one.' }];
  }
  const folder = join(bench.folder, 'web-data');
  const server = await startServer(folder, {});
  bench.say('filling a demo world for Lighthouse (once)');
  await fillDemo(server.url, folder);
  const profile = await chromium.launchPersistentContext('', {
    executablePath,
    args: [...chromiumArguments, `--remote-debugging-port=${debugPort}`],
  });
  try {
    const rows: Row[] = [];
    let signedIn = false;
    for (const screen of screens(server.url)) {
      if (screen.signedIn && !signedIn) await signIn(profile, server.url);
      signedIn = screen.signedIn;
      bench.say(`measuring: Lighthouse on ${screen.name}`);
      rows.push(asRow(screen.name, await audit(profile, server.url + (await screen.path()), bench.rounds)));
    }
    return rows;
  } finally {
    await profile.close();
    await server.stop();
  }
}

export const web: Part = {
  name: 'web',
  withoutDatabase: true,
  meaning: 'size of the web app, and Lighthouse for login and feed',
  run: async (bench) => [
    await scriptSize('feed'),
    await scriptSize('meeting'),
    ...(await lighthousePoints(bench, () => [
      { name: 'login', signedIn: false, path: () => '/' },
      { name: 'feed', signedIn: true, path: () => '/feed' },
    ])),
  ],
};

/** Someone's newest post, according to their profile. */
async function newestPostOf(origin: string, username: string): Promise<string> {
  const login = await fetch(origin + logIn.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: viewer, password: demoPassword }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const answer = await fetch(`${origin}/v1/users/${username}`, { headers: { cookie } });
  const { posts } = (await answer.json()) as { posts: { post_id: string }[] };
  return posts[0]?.post_id ?? '';
}

export const screens: Part = {
  name: 'screens',
  withoutDatabase: true,
  meaning: 'Lighthouse for profile, post page, settings and profile editor',
  run: (bench) =>
    lighthousePoints(bench, (origin) => [
      { name: 'profile', signedIn: true, path: () => `/profile/${profileOwner}` },
      { name: 'post page', signedIn: true, path: async () => `/posts/${await newestPostOf(origin, profileOwner)}` },
      { name: 'settings', signedIn: true, path: () => '/settings' },
      { name: 'profile editor', signedIn: true, path: () => '/users/profile' },
    ]),
};
