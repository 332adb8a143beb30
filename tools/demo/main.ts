import { isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Client, DemoError, unreachable } from './api.ts';
import { converse, gatherGroup } from './converse.ts';
import type { Residents } from './find.ts';
import { followEachOther } from './follow.ts';
import { gather } from './gather.ts';
import { keepOrder } from './order.ts';
import { demoPassword } from './people.ts';
import { chooseSettings, savePosts, schedulePost } from './preferences.ts';
import { showProgress } from './progress.ts';
import { missingOf, publish } from './publish.ts';
import { removeWorld } from './remove.ts';
import { moveIn, type Server } from './residents.ts';
import { describeSite, gatherTeam } from './team.ts';
import { planWorld } from './world.ts';
import { communities, everyone, groups, people, talks } from './world-data.ts';

const help = `Fills a running server with a small lively world: people, posts with pictures, videos and sounds, votes, comments,
what neighbors write to each other and in groups and threads, public and private communities, and something for moderators to decide. If nobody
real has registered, some of them run the site.

  npm run demo                               the server at http://localhost:3000 (or PUBLIC_URL, or PORT)
  npm run demo -- --url http://localhost:3001
  npm run demo -- --remove                   takes the demo world away; what others made stays

It uses the server as its people would, and reads the activation mails at /dev/mail or in DATA_DIR (default ./data).
A second run continues where the first was interrupted, and does nothing when everything is there.`;

/** How much of the total work each part is: people, and posts, beside which people talk. */
const shares = { people: 0.17, posts: 0.83 };
/**
 * How many people sign up, posts are created, or communities form at a time. The server answers a post once its pictures have been
 * checked, or after two seconds, so a few in progress at a time keep it busy.
 */
const atOnce = 12;

type Progress = (share: number, what: string) => void;

/** Processes all items, several at a time, starting them in order. */
async function eachOf<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> {
  const entries = items.entries();
  const next = async () => {
    for (const [index, item] of entries) await work(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

async function settle(server: Server, progress: Progress): Promise<Map<string, Client>> {
  const residents = new Map<string, Client>();
  await eachOf(everyone, async (person) => {
    const client = await moveIn(server, person);
    residents.set(person.username, client);
    progress((residents.size / everyone.length) * shares.people, `${person.username} moves in`);
  });
  return residents;
}

/** Groups first: the latest conversation is on top of everybody's list. @returns whether anything was missing */
async function talk(residents: Residents): Promise<boolean> {
  let changed = false;
  for (const group of groups) changed = (await gatherGroup(residents, group)) || changed;
  for (const each of talks) changed = (await converse(residents, each)) || changed;
  return changed;
}

/** @returns whether anything was missing, and why there's no team, if there's none */
async function fill(server: Server, progress: Progress): Promise<{ changed: boolean; why: string | undefined }> {
  const residents = await settle(server, progress);
  let changed = false;
  await eachOf(communities, async (community) => {
    progress(shares.people, `${community.name} gather`);
    changed = (await gather(residents, community)) || changed;
  });
  changed = (await followEachOther(residents)) || changed;
  changed = (await chooseSettings(residents)) || changed;
  const plans = planWorld();
  const missing = await missingOf(residents, plans);
  const before = plans.length - missing.length;
  const posting = eachOf(missing, async (plan, index) => {
    const number = before + index;
    progress(shares.people + (number / plans.length) * shares.posts, `post ${number + 1} of ${plans.length}`);
    await publish(residents, plan);
  });
  // A post waits for its pictures to be checked: meanwhile there's time to talk.
  const [talked] = await Promise.all([talk(residents), posting]);
  changed = talked || changed;
  changed = (await savePosts(residents)) || changed;
  changed = (await schedulePost(residents)) || changed;
  const team = await gatherTeam(residents, server);
  const described = team.hasTeam && (await describeSite(residents));
  const kept = await keepOrder(residents, team.hasTeam);
  changed = changed || missing.length > 0 || described || kept || (team.hasTeam && team.changed);
  return { changed, why: team.hasTeam ? undefined : team.why };
}

/** @throws {DemoError} for an unknown option */
function readOptions() {
  try {
    const options = { url: { type: 'string' }, remove: { type: 'boolean' }, help: { type: 'boolean' } } as const;
    return parseArgs({ options }).values;
  } catch {
    throw new DemoError(`That isn't something it takes.\n\n${help}`);
  }
}

async function main(): Promise<void> {
  const values = readOptions();
  if (values.help) {
    console.log(help);
    return;
  }
  const { env } = process;
  const address = values.url ?? env.PUBLIC_URL ?? `http://localhost:${env.PORT ?? 3000}`;
  if (!URL.canParse(address))
    throw new DemoError(`"${address}" isn't an address. Write one like http://localhost:3000.`);
  const { origin } = new URL(address);
  await fetch(new URL('/healthz', origin)).catch((error: unknown) => {
    throw unreachable(origin, error);
  });

  const progress = showProgress();
  const dataDir = env.DATA_DIR ?? './data';
  const root = resolve(import.meta.dirname, '../..');
  const server = { origin, dataDir: isAbsolute(dataDir) ? dataDir : resolve(root, dataDir), env, say: progress.say };
  if (values.remove) {
    const count = await removeWorld(server, everyone, progress.show);
    progress.end();
    console.log(
      count === 0
        ? `There's no demo world at ${origin}.`
        : `The demo world at ${origin} is gone: ${count} people deleted their accounts and everything they shared.`,
    );
    return;
  }
  const { changed, why } = await fill(server, progress.show);
  progress.end();
  console.log(
    changed ? `The demo world is ready at ${origin}` : `The demo world is already at ${origin}. Nothing was changed.`,
  );
  const [first] = people;
  const runs = why === undefined ? ', who runs the site,' : '';
  console.log(
    `Log in as ${first?.username}${runs} with the password ${demoPassword} (all ${everyone.length} people have the same one).`,
  );
  if (why !== undefined) console.log(`The demo's people have no role in running this site. ${why}`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof DemoError ? error.message : error);
  process.exitCode = 1;
}
