import { isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Client, DemoError, unreachable } from './api.ts';
import { converse } from './converse.ts';
import { gather } from './gather.ts';
import { demoPassword, people } from './people.ts';
import { communities } from './posts/communities.ts';
import { talks } from './posts/talks.ts';
import { showProgress } from './progress.ts';
import { missingOf, publish } from './publish.ts';
import { removeWorld } from './remove.ts';
import { moveIn, type Server } from './residents.ts';
import { planWorld } from './world.ts';

const help = `Fills a running server with a small lively world: people, posts with pictures, videos and sounds, votes, comments,
what neighbors write to each other, and communities with channels and roles.

  npm run demo                               the server at http://localhost:3000 (or PUBLIC_URL, or PORT)
  npm run demo -- --url http://localhost:3001
  npm run demo -- --remove                   takes the demo world away; what others made stays

It uses the server as its people would, and reads the activation mails at /dev/mail or in DATA_DIR (default ./data).
A second run continues where the first was interrupted, and does nothing when everything is there.`;

/** How much of the total work each part is: people, posts, and conversations. */
const shares = { people: 0.15, posts: 0.75, talks: 0.1 };
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
  await eachOf(people, async (person) => {
    const client = await moveIn(server, person);
    residents.set(person.username, client);
    progress((residents.size / people.length) * shares.people, `${person.username} moves in`);
  });
  return residents;
}

async function fill(server: Server, progress: Progress): Promise<boolean> {
  const residents = await settle(server, progress);
  const plans = planWorld();
  const missing = await missingOf(residents, plans);
  const before = plans.length - missing.length;
  await eachOf(missing, async (plan, index) => {
    const place = before + index;
    progress(shares.people + (place / plans.length) * shares.posts, `post ${place + 1} of ${plans.length}`);
    await publish(residents, plan);
  });

  let changed = missing.length > 0;
  const told = (count: number) => 1 - shares.talks + (count / (talks.length + communities.length)) * shares.talks;
  for (const [index, talk] of talks.entries()) {
    progress(told(index), `${talk.between.join(' and ')} talk`);
    changed = (await converse(residents, talk)) || changed;
  }
  await eachOf(communities, async (community, index) => {
    progress(told(talks.length + index), `${community.name} gather`);
    changed = (await gather(residents, community)) || changed;
  });
  return changed;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { url: { type: 'string' }, remove: { type: 'boolean' }, help: { type: 'boolean' } },
  });
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
  const server = { origin, dataDir: isAbsolute(dataDir) ? dataDir : resolve(root, dataDir), say: progress.say };
  if (values.remove) {
    const count = await removeWorld(server, people, progress.show);
    progress.end();
    console.log(
      count === 0
        ? `There's no demo world at ${origin}.`
        : `The demo world at ${origin} is gone: ${count} people deleted their accounts and everything they shared.`,
    );
    return;
  }
  const filled = await fill(server, progress.show);
  progress.end();
  console.log(
    filled ? `The demo world is ready at ${origin}` : `The demo world is already at ${origin}. Nothing was changed.`,
  );
  console.log(
    `Log in as ${people[0]?.username} with the password ${demoPassword} (all ${people.length} people have the same one).`,
  );
}

try {
  await main();
} catch (error) {
  console.error(error instanceof DemoError ? error.message : error);
  process.exitCode = 1;
}
