import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { spawnBound } from './child.mjs';
import { pinnedNode, root } from './place.mjs';

/** Runs of the test programs, and their reports in one form. */

/** Node's compile cache: the tests start servers and commands by the dozen. */
const compileCache = join(root, 'node_modules/.cache/node');

const folders = ['bench', 'contract', 'e2e', 'server', 'tools', 'web'];

/** The test files with one of the words in their path, or all of them: those of vitest and those of Playwright. */
export function findTests(words) {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
  const isWanted = (path) =>
    words.length === 0 || words.some((word) => path.toLowerCase().includes(word.toLowerCase()));
  const found = files.filter((path) => !path.includes('/node_modules/') && isWanted(path));
  return {
    unit: found.filter((path) => !path.startsWith('e2e/') && /\.test\.\w+$/.test(path)),
    browser: found.filter((path) => path.startsWith('e2e/') && path.endsWith('.spec.ts')),
  };
}

/**
 * The test files to run, and how many browser tests a word leaves out: they take minutes, and someone who runs a few tests is waiting for
 * them.
 * @param withBrowser whether browser tests are wanted even so
 */
export function chooseTests(words, withBrowser) {
  const found = findTests(words);
  if (words.length === 0 || withBrowser) return { wanted: found, leftOut: 0 };
  return { wanted: { ...found, browser: [] }, leftOut: found.browser.length };
}

/**
 * Runs a test program; its output appears line by line, so that two programs can run side by side.
 * @param args get the report's file as their last one
 */
async function runTests(args, { env = {}, onStart = () => undefined, onTail = () => undefined }) {
  const folder = mkdtempSync(join(tmpdir(), 'hubbub-report-'));
  const file = join(folder, 'report.json');
  const colors = process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {};
  const child = spawnBound(pinnedNode, args(file), {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { NODE_COMPILE_CACHE: compileCache, ...colors, ...process.env, E2E_REPORT: file, ...env },
  });
  onStart(child);
  child.on('message', (message) => {
    if (message === 'tail') onTail();
  });
  for (const stream of [child.stdout, child.stderr]) forwardLines(stream);
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', (exitCode) => resolve(exitCode ?? 1));
  });
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  rmSync(folder, { recursive: true, force: true });
  return { code, report };
}

function forwardLines(stream) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) process.stdout.write(`${line}\n`);
  });
  stream.on('end', () => {
    if (rest !== '') process.stdout.write(`${rest}\n`);
  });
}

/** @param options `onTail`: called when all but the last files have run, so that a core becomes free */
export async function runVitest(args, options = {}) {
  const began = Date.now();
  const { code, report } = await runTests(
    (file) => [
      ...['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', '--slowTestThreshold=5000'],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      ...(options.onTail ? ['--reporter=./tools/lib/tail-reporter.mjs'] : []),
      ...args,
    ],
    options,
  );
  const tests = (report.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, duration, status, failureMessages }) => ({
      path: relative(root, name),
      title,
      ms: duration ?? 0,
      error: status === 'failed' ? failureMessages.join('\n') : undefined,
    })),
  );
  const broken = (report.testResults ?? [])
    .filter(
      ({ status, assertionResults }) =>
        status === 'failed' && assertionResults.every((each) => each.status !== 'failed'),
    )
    .map(({ name, message }) => ({ path: relative(root, name), title: 'outside its tests', error: message }));
  return {
    name: 'rules and API',
    seconds: (Date.now() - began) / 1000,
    ...failuresOf(code, report.numFailedTests ?? 0),
    passed: report.numPassedTests ?? 0,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    tests,
    failures: [...tests.filter(({ error }) => error !== undefined), ...broken],
  };
}

export async function runPlaywright(args, options = {}) {
  const began = Date.now();
  const dataDir = mkdtempSync(join(tmpdir(), 'hubbub-e2e-'));
  const { code, report } = await runTests(
    () => [
      ...['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'],
      ...['--pass-with-no-tests', ...args],
    ],
    { ...options, env: { E2E_DATA_DIR: dataDir, ...options.env } },
  );
  rmSync(dataDir, { recursive: true, force: true });
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = report.stats ?? {};
  const tests = (report.suites ?? []).flatMap((suite) => browserTests(suite, join('e2e', suite.file)));
  return {
    name: 'browser',
    seconds: (Date.now() - began) / 1000,
    ...failuresOf(code, unexpected),
    passed: expected + flaky,
    skipped,
    tests,
    failures: tests.filter(({ error }) => error !== undefined),
  };
}

const browserTests = ({ specs = [], suites = [] }, path) => [
  ...specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, results, status }) => ({
      path,
      title: `${title} [${projectName}]`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      error: status === 'unexpected' ? results.flatMap(({ errors }) => errors.map(messageOf)).join('\n') : undefined,
    })),
  ),
  ...suites.flatMap((suite) => browserTests(suite, path)),
];

const messageOf = ({ stack, message, value }) => stack ?? message ?? value ?? '';

/** A run that crashed outside any test has failed, too. */
const failuresOf = (code, failed) => ({ failed: code !== 0 && failed === 0 ? 1 : failed });

export const sumOf = (results) => {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
};

/** `.ci/run` reads the last of these lines. */
export const lineOf = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** The ten slowest files, each with its slowest test. */
export function slowestOf(results) {
  const files = new Map();
  for (const test of results.flatMap(({ tests }) => tests)) {
    const file = files.get(test.path) ?? { ms: 0, slowest: test };
    file.ms += test.ms;
    if (test.ms > file.slowest.ms) file.slowest = test;
    files.set(test.path, file);
  }
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
  return [...files]
    .toSorted(([, a], [, b]) => b.ms - a.ms)
    .slice(0, 10)
    .map(
      ([path, { ms, slowest }]) =>
        `${seconds(ms).padStart(8)}  ${path}\n          ${seconds(slowest.ms)} of it: ${slowest.title}`,
    );
}

/** The failed tests and the first lines of why, for the end of the output, where a log that was cut still has them. */
export const failedOf = (results) =>
  results
    .flatMap(({ failures }) => failures)
    .flatMap(({ path, title, error }) => [
      `  ${path} › ${title}`,
      ...stripVTControlCharacters(error)
        .split('\n')
        .filter((line) => !line.includes('node_modules/'))
        .slice(0, 14)
        .map((line) => `      ${line.slice(0, 200)}`),
    ]);
