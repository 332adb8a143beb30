import { isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Client, DemoError, unreachable } from './api.ts';
import { converse } from './converse.ts';
import { gather } from './gather.ts';
import { demoPassword, people } from './people.ts';
import { communities } from './posts/communities.ts';
import { talks } from './posts/talks.ts';
import { showProgress } from './progress.ts';
import { alreadyDone, attachments, publish } from './publish.ts';
import { moveIn, type Server } from './residents.ts';
import { type Plan, planWorld } from './world.ts';

const help = `Fills a running server with a small lively world: people, posts with pictures, videos and sounds, votes, comments,
what neighbours write to each other, and communities with channels and roles.

  npm run demo                               the server at http://localhost:3000 (or PUBLIC_URL, or PORT)
  npm run demo -- --url http://localhost:3001

It uses the server as its people would, and reads the activation mails at /dev/mail or in DATA_DIR (default ./data).
A second run continues where the first was interrupted, and does nothing when everything is there.`;

/** Share of the whole work that the people are; the posts are the rest. */
const shareOfPeople = 0.12;
/** Posts whose pictures are drawn ahead. */
const ahead = 4;

async function fill(server: Server, progress: (share: number, what: string) => void): Promise<boolean> {
  const residents = new Map<string, Client>();
  for (const [index, person] of people.entries()) {
    progress((index / people.length) * shareOfPeople, `${person.username} moves in`);
    residents.set(person.username, await moveIn(server, person));
  }

  const plans = planWorld();
  const done = await alreadyDone(residents, plans);
  const draw = (plan: Plan) => {
    const files = attachments(plan);
    // A failure is heard of when the files are waited for.
    files.catch(() => undefined);
    return files;
  };
  const drawn = plans.slice(done, done + ahead).map(draw);
  for (const [index, plan] of plans.slice(done).entries()) {
    const place = done + index;
    progress(shareOfPeople + (place / plans.length) * (1 - shareOfPeople), `post ${place + 1} of ${plans.length}`);
    const next = plans[place + ahead];
    const files = await drawn[index];
    if (next) drawn.push(draw(next));
    await publish(residents, plan, files ?? []);
  }

  let changed = done < plans.length;
  for (const talk of talks) {
    progress(1, `${talk.between.join(' and ')} talk`);
    changed = (await converse(residents, talk)) || changed;
  }
  for (const community of communities) {
    progress(1, `${community.name} gather`);
    changed = (await gather(residents, community)) || changed;
  }
  return changed;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { url: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) {
    console.log(help);
    return;
  }
  const { env } = process;
  const address = values.url ?? env.PUBLIC_URL ?? `http://localhost:${env.PORT ?? 3000}`;
  if (!URL.canParse(address))
    throw new DemoError(`"${address}" is no address. Write one such as http://localhost:3000.`);
  const { origin } = new URL(address);
  await fetch(new URL('/healthz', origin)).catch((error: unknown) => {
    throw unreachable(origin, error);
  });

  const progress = showProgress();
  const dataDir = env.DATA_DIR ?? './data';
  const root = resolve(import.meta.dirname, '../..');
  const server = { origin, dataDir: isAbsolute(dataDir) ? dataDir : resolve(root, dataDir), say: progress.say };
  const filled = await fill(server, progress.show);
  progress.end();
  console.log(
    filled ? `The world is ready at ${origin}` : `The world is there already, at ${origin}. Nothing was changed.`,
  );
  console.log(
    `Log in as ${people[0]?.username} with the password ${demoPassword} (it is the same for all ${people.length} people).`,
  );
}

try {
  await main();
} catch (error) {
  console.error(error instanceof DemoError ? error.message : error);
  process.exitCode = 1;
}
