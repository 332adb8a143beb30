#!/usr/bin/env node
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import * as server from './new-feature/server.templates.mjs';
import * as web from './new-feature/web.templates.mjs';

const USAGE = 'Usage: node tools/new-feature.mjs <noun in the plural, such as book-clubs> [--one <singular>] [--web]';

const BIOME = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url));

const pascal = (kebab) => kebab.replace(/(^|-)([a-z])/g, (_whole, _dash, letter) => letter.toUpperCase());
const camel = (kebab) => pascal(kebab).replace(/^[A-Z]/, (letter) => letter.toLowerCase());
const singular = (plural) => plural.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');

/** The spellings of a noun the templates need. */
function namesOf(noun, one) {
  return {
    noun,
    many: camel(noun),
    Many: pascal(noun),
    one: camel(one),
    One: pascal(one),
    table: noun.replaceAll('-', '_'),
    column: one.replaceAll('-', '_'),
    words: noun.replaceAll('-', ' '),
    word: one.replaceAll('-', ' '),
  };
}

/** The number after the last migration's, four digits. */
function nextMigration(root) {
  const last = readdirSync(join(root, 'server/migrations')).sort().at(-1) ?? '0000';
  return String(Number.parseInt(last, 10) + 1).padStart(4, '0');
}

/** Path and text of each of a new feature's files. */
function filesOf(root, n, withWeb) {
  const inServer = `server/src/features/${n.noun}`;
  const inWeb = `web/src/features/${n.noun}`;
  return {
    [`contract/src/features/${n.noun}/${n.noun}.endpoints.ts`]: server.endpoints(n),
    [`server/migrations/${nextMigration(root)}_${n.table}.sql`]: server.migration(n),
    [`${inServer}/${n.noun}.queries.ts`]: server.queries(n),
    [`${inServer}/${n.noun}.rules.ts`]: server.rules(n),
    [`${inServer}/${n.noun}.rules.test.ts`]: server.rulesTest(n),
    [`${inServer}/${n.noun}.view.ts`]: server.view(n),
    [`${inServer}/${n.noun}.service.ts`]: server.service(n),
    [`${inServer}/${n.noun}.routes.ts`]: server.routes(n),
    [`${inServer}/${n.noun}.api.test.ts`]: server.apiTest(n),
    [`${inServer}/public.ts`]: server.publicFile(n),
    ...(withWeb && {
      [`${inWeb}/${n.noun}.data.ts`]: web.data(n),
      [`${inWeb}/${n.One}Form.tsx`]: web.form(n),
      [`${inWeb}/${n.One}List.tsx`]: web.list(n),
      [`${inWeb}/public.ts`]: web.publicFile(n),
      [`web/src/app/pages/${n.Many}Page.tsx`]: web.page(n),
      [`web/src/app/pages/${n.noun}-page.test.tsx`]: web.pageTest(n),
    }),
  };
}

/**
 * Adds `line` after the last line of a file that matches `after`.
 * @throws if none does: the file's shape has changed, and this tool must follow
 */
function addAfterLast(text, after, line, path) {
  const lines = text.split('\n');
  const at = lines.findLastIndex((each) => after.test(each));
  if (at === -1) throw new Error(`${path} has no line like ${after}: update tools/new-feature.mjs.`);
  return lines.toSpliced(at + 1, 0, line).join('\n');
}

/** What's added to the files that register every feature: path → text before → text after. */
function registrationsOf(n, withWeb) {
  return {
    'architecture.config.js': (text) =>
      text.replace(/(export const features = \[[^\]]*')(,?\s*\];)/, `$1, '${n.noun}'$2`),
    'ARCHITECTURE.md': (text) => text.replace(/(?<=<!-- made: features -->\n\n.*)(?=\n)/, () => ` → ${n.noun}`),
    'contract/src/index.ts': (text, path) =>
      addAfterLast(
        text,
        /^import \* as /,
        `import * as ${n.many} from './features/${n.noun}/${n.noun}.endpoints.ts';`,
        path,
      ).replace(/\[([\w,\s]+?),?\s*\]\.flatMap/, `[$1, ${n.many}].flatMap`),
    'server/src/app.ts': (text, path) =>
      addAfterLast(
        addAfterLast(
          text,
          /^import .* from '#features\//,
          `import { register${n.Many}Routes } from '#features/${n.noun}/${n.noun}.routes.ts';`,
          path,
        ),
        /^\s+register\w+Routes\(http\);/,
        `  register${n.Many}Routes(http);`,
        path,
      ),
    'server/test/access-matrix.api.test.ts': (text) =>
      text.replace(/(?<=const matrix[\s\S]*?)\n\};\n/, () => `\n${server.matrixRows(n)}\n};\n`),
    'server/test/repeated-things.ts': (text) =>
      text.replace(/(?<=export const repeatedThings[\s\S]*?)\n\};\n/, () => `\n${server.repeatedRows(n)}\n};\n`),
    'server/src/features/archives/archive-tables.api.test.ts': (text) =>
      text.replace(
        /(?<=const tables[\s\S]*?)\n\};\n/,
        () => `\n  ${n.table}: 'The export has no part for them yet.',\n};\n`,
      ),
    ...(withWeb && {
      'contract/src/platform/pages.ts': (text) =>
        text.replace(
          /(?<=export const pages = \{[\s\S]*?)\n\} as const/,
          () => `\n  ${n.many}: { path: '/${n.noun}', component: '${n.Many}Page' },\n} as const`,
        ),
    }),
  };
}

/**
 * Writes a feature's standard files below `root` and registers it where features are registered.
 * @param {{noun: string, one?: string, withWeb?: boolean}} wanted
 * @returns {string[]} the paths written, formatted
 * @throws if the noun can't be a folder's name, or the feature exists
 */
export function createFeature(root, { noun, one = singular(noun), withWeb = false }) {
  if (!/^[a-z]+(-[a-z]+)*$/.test(noun) || !/^[a-z]+(-[a-z]+)*$/.test(one) || noun === one)
    throw new Error(
      `"${noun}" and "${one}" can't be used: write lowercase letters and hyphens, a plural and a singular.\n${USAGE}`,
    );
  const n = namesOf(noun, one);
  const files = filesOf(root, n, withWeb);
  const taken = ['contract', 'server', 'web'].find((each) => existsSync(join(root, each, 'src/features', noun)));
  if (taken !== undefined) throw new Error(`${taken}/src/features/${noun} already exists: choose another noun.`);

  const edited = Object.entries(registrationsOf(n, withWeb)).map(([path, change]) => {
    const before = readFileSync(join(root, path), 'utf8');
    const after = change(before, path);
    if (after === before) throw new Error(`${path} has changed its shape: update tools/new-feature.mjs.`);
    return [path, after];
  });
  const all = [...Object.entries(files), ...edited];
  for (const [path, text] of all) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const written = all.map(([path]) => path);
  // How long a line gets depends on the noun, so the formatter has the last word.
  execFileSync(
    BIOME,
    ['check', '--write', '--vcs-enabled=false', ...written.filter((path) => !/\.(sql|md)$/.test(path))],
    {
      cwd: root,
      stdio: 'pipe',
    },
  );
  return written;
}

async function main() {
  const [noun, ...flags] = process.argv.slice(2);
  const one = flags.includes('--one') ? flags[flags.indexOf('--one') + 1] : undefined;
  if (noun === undefined || noun.startsWith('-')) throw new Error(USAGE);
  // People who have only started the server have no formatter yet.
  await ensureInstalled({ tools: true });
  const root = fileURLToPath(new URL('..', import.meta.url));
  const written = createFeature(root, { noun, ...(one && { one }), withWeb: flags.includes('--web') });
  console.log(`${written.join('\n')}\n\nNow: npm test -- ${noun}`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await main();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
