import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { logIn } from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { openConversation } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import type { Request } from 'autocannon';
import { createPasswords } from '../../server/src/features/accounts/passwords.service.ts';
import type { Bench, Part } from '../bench.ts';
import { load, type Target } from '../children.ts';
import type { BenchDatabase } from '../database.ts';
import { perSecond, type Row } from '../table.ts';
import { channelOf, cookieOf, emptyChannel, openChannel, receivers, text } from './channel.ts';
import { type InTurn, inTurn } from './in-turn.ts';
import { feedReads, newestPosts } from './requests.ts';
import { writeLoads } from './writes.ts';

const connections = 32;
const inFlight = 64;
/** Log-ins at a time: more would be refused, because all of them come from one network. */
const entries = 4;
/** How many people talk in pairs, and how many log in; by session numbers that nobody in the channel has. */
const pairs = 200;
const firstTalker = receivers + 1;
const firstEntering = firstTalker + 2 * pairs;
const entering = 100;

const json = { 'content-type': 'application/json' };
const password = 'a walk along the river';

/** The parts of another version's benchmark that are used here. */
interface Earlier {
  openDatabase(folder: string, size: BenchDatabase['size'], say: Bench['say']): Promise<BenchDatabase>;
  startServer(folder: string, settings: NodeJS.ProcessEnv): Promise<Target>;
  endAll(): Promise<void>;
  channelOf(bench: Bench): Promise<string>;
}

async function earlierAt(folder: string): Promise<Earlier> {
  const moduleAt = (file: string): Promise<unknown> => import(pathToFileURL(join(folder, 'bench', file)).href);
  return Object.assign(
    {},
    await moduleAt('database.ts'),
    await moduleAt('children.ts'),
    await moduleAt('parts/channel.ts'),
  ) as Earlier;
}

/** The same measurements with the other version's server and a database that it migrated itself. */
function benchOf(bench: Bench, earlier: Earlier, size: BenchDatabase['size']): Bench {
  const folder = join(bench.folder, 'earlier');
  let database: Promise<BenchDatabase> | undefined;
  let server: Promise<Target> | undefined;
  const open = () => (database ??= earlier.openDatabase(folder, size, bench.say));
  return {
    ...bench,
    folder,
    database: open,
    server: () =>
      (server ??= open().then(({ url }) => earlier.startServer(join(folder, 'server-data'), { DATABASE_URL: url }))),
  };
}

type Run = (seconds: number) => Promise<Awaited<ReturnType<typeof load>>>;

/** What's compared: how to load a server, and the lowest acceptable share of the earlier version's rate. */
interface Comparison {
  what: string;
  wantedShare: number;
  /** @param channelOf the version's own: it writes to the tables */
  open(bench: Bench, channelOf: Earlier['channelOf']): Promise<{ run: Run; close?(): Promise<void> }>;
}

const sends = (cookies: readonly string[], path: string, roomOf: (index: number) => string): Request[] =>
  cookies.map((cookie, index) => ({
    method: 'POST',
    path,
    headers: { cookie, ...json },
    body: JSON.stringify({ conversation: roomOf(index), content: text }),
  }));

/** Conversations between people with neighboring numbers, in their order. */
async function conversationsOf(bench: Bench): Promise<string[]> {
  const [{ url }, { query }] = [await bench.server(), await bench.database()];
  const others = await query<{ username: string }>(
    `select users.username from generate_series($1::int, $2::int, 2) n
       join sessions on sessions.token_hash = sha256(convert_to('bench-' || n, 'UTF8')) join users on users.id = sessions.user_id
     order by n`,
    [firstTalker + 1, firstTalker + 2 * pairs - 1],
  );
  const ids: string[] = [];
  for (const [index, body] of others.entries()) {
    const headers = { ...json, cookie: cookieOf(firstTalker + 2 * index) };
    const answer = await fetch(url + openConversation.path, { method: 'POST', headers, body: JSON.stringify(body) });
    const { newConversation } = (await answer.json()) as { newConversation: { _id: string } };
    ids.push(newConversation._id);
  }
  return ids;
}

const reading: Comparison = {
  what: `Feed pages of 5, ${connections} connections`,
  wantedShare: 0.95,
  async open(bench) {
    const [{ url }, { size }] = [await bench.server(), await bench.database()];
    const requests = feedReads(size.people, await newestPosts(bench, size.posts / 10, size.posts / 10_000), 8000);
    return { run: (seconds) => load({ url, connections, seconds, requests }) };
  },
};

const sendingToChannel: Comparison = {
  what: `Messages to a channel, ${connections} connections`,
  wantedShare: 0.95,
  async open(bench, channelOf) {
    const { url } = await bench.server();
    const channel = await channelOf(bench);
    await emptyChannel(bench, channel);
    const senders = Array.from({ length: connections }, (_, index) => cookieOf(index + 1));
    const requests = sends(senders, '/v1/channel/chats', () => channel);
    return {
      run: (seconds) => load({ url, connections, seconds, requests, isDivided: true }),
      close: () => emptyChannel(bench, channel),
    };
  },
};

const sendingToPeople: Comparison = {
  what: `Messages between ${pairs} pairs, ${connections} connections`,
  wantedShare: 0.95,
  async open(bench) {
    const { url } = await bench.server();
    const conversations = await conversationsOf(bench);
    const senders = Array.from({ length: 2 * pairs }, (_, index) => cookieOf(firstTalker + index));
    const requests = sends(senders, '/v1/chats', (index) => conversations[index >> 1] ?? '');
    return { run: (seconds) => load({ url, connections, seconds, requests }) };
  },
};

const delivering: Comparison = {
  what: `Deliveries to ${receivers.toLocaleString('en')} under full load`,
  wantedShare: 0.95,
  async open(bench, channelOf) {
    const channel = await channelOf(bench);
    const chat = await openChannel(bench, (await bench.server()).url, channel);
    return {
      run: (seconds) => chat.flood(inFlight, seconds),
      close: async () => {
        await chat.close();
        await emptyChannel(bench, channel);
      },
    };
  },
};

const loggingIn: Comparison = {
  what: `Log-ins by password from known browsers, ${entries} at a time`,
  wantedShare: 0.95,
  async open(bench) {
    const [{ url }, { query }] = [await bench.server(), await bench.database()];
    const hashed = await createPasswords().enqueue('', (hasher) => hasher.hash(password));
    const people = await query<{ username: string }>(
      `update users set password_hash = $1 from generate_series($2::int, $3::int) n
         join sessions on sessions.token_hash = sha256(convert_to('bench-' || n, 'UTF8'))
       where users.id = sessions.user_id returning users.username`,
      [hashed, firstEntering, firstEntering + entering - 1],
    );
    const requests: Request[] = [];
    for (const { username } of people) {
      const body = JSON.stringify({ username, password });
      const answer = await fetch(url + logIn.path, { method: 'POST', headers: json, body });
      const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
      // Without the session cookie: people who log in again have none, but their browser is known.
      const cookie = cookies.filter((each) => !each?.startsWith('hubbub=')).join('; ');
      requests.push({ method: 'POST', path: logIn.path, headers: { ...json, ...(cookie && { cookie }) }, body });
    }
    return { run: (seconds) => load({ url, connections: entries, seconds, requests }) };
  },
};

const writing = writeLoads.map(
  ({ what, open }): Comparison => ({ what: `${what}s, ${connections} connections`, wantedShare: 0.95, open }),
);

const comparisons: readonly Comparison[] = [
  reading,
  ...writing,
  sendingToChannel,
  sendingToPeople,
  delivering,
  loggingIn,
];

const rowOf = ({ what, wantedShare }: Comparison, { one, other, ratio }: InTurn): Row => ({
  what: `${what}, vs. the version before`,
  ours: perSecond(one.perSecond),
  limit: perSecond(other.perSecond),
  ratio,
  limitIs: 'the version before',
  wanted: `at least ${wantedShare} of the version before`,
  met: ratio >= wantedShare && one.failed === 0 && other.failed === 0,
});

/** What an update costs. */
export const versions: Part = {
  name: 'versions',
  meaning: 'feed, votes, comments, messages, deliveries and log-ins vs. the version in --before',
  async run(bench) {
    if (bench.before === undefined) throw new Error('Name a folder with the version to compare with: --before FOLDER.');
    const earlier = await earlierAt(bench.before);
    const { size } = await bench.database();
    const other = benchOf(bench, earlier, size);
    try {
      const rows: Row[] = [];
      for (const comparison of comparisons) {
        bench.say(`measuring: ${comparison.what}`);
        const mine = await comparison.open(bench, channelOf);
        const theirs = await comparison.open(other, earlier.channelOf);
        const checkpoint = async () => {
          for (const each of [bench, other]) await (await each.database()).query('checkpoint');
        };
        rows.push(rowOf(comparison, await inTurn(bench, mine.run, theirs.run, checkpoint)));
        await mine.close?.();
        await theirs.close?.();
      }
      return rows;
    } finally {
      await earlier.endAll();
      await (await other.database()).stop();
    }
  },
};
