import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Bench, Part } from './bench.ts';
import { endAll, root, startServer, type Target } from './children.ts';
import { type BenchDatabase, openDatabase } from './database.ts';
import { communities } from './parts/communities.ts';
import { conversations } from './parts/conversations.ts';
import { feed } from './parts/feed.ts';
import { feeds } from './parts/feeds.ts';
import { finding } from './parts/finding.ts';
import { home } from './parts/home.ts';
import { live } from './parts/live.ts';
import { meeting } from './parts/meetings.ts';
import { moderation } from './parts/moderation.ts';
import { moving } from './parts/moving.ts';
import { profiles } from './parts/profiles.ts';
import { reactionsPart } from './parts/reactions.ts';
import { relations } from './parts/relations.ts';
import { scaling } from './parts/scaling.ts';
import { search } from './parts/search.ts';
import { start } from './parts/start.ts';
import { unread } from './parts/unread.ts';
import { upload } from './parts/upload.ts';
import { versions } from './parts/versions.ts';
import { screens, web } from './parts/web.ts';
import { writes } from './parts/writes.ts';
import { commit, loadNow, machine, merge, type PartResult, readResults, sound, toJson } from './results.ts';
import { fullSize, type SeedSize } from './seed.ts';
import { format } from './table.ts';

const parts: readonly Part[] = [
  feed,
  feeds,
  writes,
  profiles,
  relations,
  search,
  finding,
  communities,
  moderation,
  unread,
  upload,
  live,
  home,
  conversations,
  reactionsPart,
  start,
  moving,
  web,
  screens,
  meeting,
  scaling,
  versions,
];

const help = `Measures Hubbub and prints one table. Baselines are measured in the same run.

  npm run bench                      everything; first fills its own database (once, a few minutes, about 4 GB)
  npm run bench -- feed writes       only these parts
  npm run bench -- search --users 1000000
                                     search among a million people; fills a database with people only
  npm run bench -- --quick           a twentieth of the data and short runs, to try things out

  --users N      number of people instead of 100,000 (for search)
  --messages N   number of messages instead of 5,000,000, about 6 GB, which are written once (for finding)
  --seconds N    length of one run (default 6, quick 2)
  --processes N  number of processes in the scaling part (default 2)
  --rounds N     repetitions, of which the median counts (default 3)
  --before DIR   another version, checked out, installed and built, for the part versions
  --json FILE    also write every figure as JSON: value, unit, baseline, ratio, machine, commit, date
  --record       save the results to bench/figures.json and regenerate the tables in README.md and
                 docs/performance-figures.md
  BENCH_DIR      where the database is (default ./.cache/bench)

Parts:
${parts.map(({ name, meaning }) => `  ${name.padEnd(14)} ${meaning}`).join('\n')}`;

const quickShare = 20;

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean' },
      help: { type: 'boolean' },
      users: { type: 'string' },
      messages: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      processes: { type: 'string' },
      before: { type: 'string' },
      json: { type: 'string' },
      record: { type: 'boolean' },
    },
  });
  const chosen = positionals.map((name) => {
    const part = parts.find((each) => each.name === name);
    if (!part)
      throw new Error(`There's no part called "${name}". Choose from: ${parts.map((each) => each.name).join(', ')}.`);
    return part;
  });
  const number = (text: string | undefined, fallback: number) => {
    const value = text === undefined ? fallback : Number(text);
    if (!(value > 0)) throw new Error(`"${text}" isn't a number above 0.`);
    return value;
  };
  const selected = chosen.length > 0 ? chosen : parts.filter((part) => part !== versions || values.before);
  const share = values.quick ? quickShare : 1;
  const size: SeedSize = {
    people: number(values.users, fullSize.people / share),
    posts: selected.every(({ peopleOnly }) => peopleOnly === true) ? 0 : fullSize.posts / share,
  };
  return {
    help: values.help === true,
    json: values.json,
    record: values.record === true,
    size,
    messages: number(values.messages, 5_000_000 / share),
    seconds: number(values.seconds, values.quick ? 2 : 6),
    rounds: number(values.rounds, 3),
    processes: number(values.processes, 2),
    before: values.before === undefined ? undefined : resolve(values.before),
    chosen: selected,
  };
}

function say(words: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${words}`);
  else process.stderr.write(`${words}\n`);
}

async function main(): Promise<void> {
  const given = readArguments();
  if (given.help) {
    console.log(help);
    return;
  }
  const wished = process.env.BENCH_DIR ?? './.cache/bench';
  const folder = isAbsolute(wished) ? wished : resolve(root, wished);
  mkdirSync(folder, { recursive: true });

  let database: Promise<BenchDatabase> | undefined;
  let server: Promise<Target> | undefined;
  const bench: Bench = {
    folder,
    messages: given.messages,
    seconds: given.seconds,
    rounds: given.rounds,
    processes: given.processes,
    before: given.before,
    say,
    database: () => (database ??= openDatabase(folder, given.size, say)),
    server: () =>
      (server ??= bench
        .database()
        .then(({ url }) => startServer(join(folder, 'server-data'), { DATABASE_URL: url }, profiling()))),
  };

  const stop = async () => {
    await endAll();
    const opened = await database?.catch(() => undefined);
    await opened?.stop();
  };
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isEnding = true;
      void stop().finally(() => process.exit(1));
    });
  }

  const results: PartResult[] = [];
  try {
    for (const part of given.chosen) {
      try {
        results.push(await measure(bench, part, given.size));
      } catch (error) {
        process.exitCode = 1;
        if (isEnding) break;
        console.error(`The part ${part.name} couldn't be measured: ${error instanceof Error ? error.message : error}`);
        continue;
      }
      // Measurements are kept, whatever happens to the parts that follow.
      if (given.json) writeFileSync(given.json, toJson({ version: 1, parts: results }));
      if (given.record) record(results.slice(-1));
    }
  } finally {
    say('');
    await stop();
  }
  const rows = results.flatMap((result) => result.rows);
  if (rows.length === 0) return;
  console.log(`${results[0]?.begun.slice(0, 16)}Z · ${machine()} · commit ${commit() ?? 'unknown'}`);
  console.log(
    `${given.size.people.toLocaleString('en')} people, ${given.size.posts.toLocaleString('en')} posts · medians of ${given.rounds} runs of ${given.seconds} s\n`,
  );
  console.log(format(rows));
  if (rows.some(({ met }) => met === false)) process.exitCode ||= 2;
}

async function measure(bench: Bench, part: Part, size: SeedSize): Promise<PartResult> {
  say(`measuring: ${part.meaning}`);
  // One-time seeding isn't part of the measurement.
  if (!part.withoutDatabase) await bench.database();
  const [begun, began, loadBefore] = [new Date(), performance.now(), loadNow()];
  const rows = (await part.run(bench)).map(sound);
  return {
    part: part.peopleOnly && size.posts === 0 ? `${part.name} ${size.people}` : part.name,
    meaning: part.meaning,
    begun: begun.toISOString(),
    took: Math.round((performance.now() - began) / 100) / 10,
    commit: commit(),
    machine: machine(),
    loadBefore,
    ...size,
    seconds: bench.seconds,
    rounds: bench.rounds,
    processes: bench.processes,
    rows,
  };
}

/** Stores the measurements and generates the documents. */
function record(results: readonly PartResult[]): void {
  const file = join(root, 'bench/figures.json');
  const before = existsSync(file) ? readResults(file) : { version: 1 as const, parts: [] };
  const order = parts.map(({ name }) => name);
  writeFileSync(file, toJson(merge(before, results, order)));
  execFileSync(process.execPath, [join(root, 'bench/documents-process.ts')], { stdio: 'inherit' });
}

/** `BENCH_PROFILE=folder` writes a CPU profile of the server there. */
function profiling(): string[] {
  const { BENCH_PROFILE: target } = process.env;
  return target ? ['--cpu-prof', `--cpu-prof-dir=${resolve(target)}`] : [];
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
