#!/usr/bin/env node
import './lib/require-node.mjs';

/**
 * `npm test`: the rules and API tests (vitest) and the web app's browser tests (Playwright), with one summary whose last line is `N
 * passed, N failed`. `npm test -- posts` runs the rules and API tests with that word in their path, and with `--browser` the browser
 * tests, too.
 */
async function test() {
  const { onEndRequest } = await import('./lib/child.mjs');
  const { ensureInstalled } = await import('./lib/install.mjs');
  const words = process.argv.slice(2).filter((word) => word !== '--browser');
  const flag = words.find((word) => word.startsWith('-'));
  if (flag) {
    console.error(
      `npm test takes words of file paths and --browser, not ${flag}. For more, call npx vitest or npx playwright.`,
    );
    process.exit(1);
  }
  const { chooseTests, failedOf, lineOf, runPlaywright, runVitest, slowestOf, sumOf } = await import(
    './lib/test-runs.mjs'
  );
  const { wanted, leftOut } = chooseTests(words, process.argv.includes('--browser'));
  if (leftOut > 0) console.log(`Browser tests left out: ${leftOut}. Add --browser to run them, too.`);
  if (wanted.unit.length + wanted.browser.length === 0) {
    console.error(`No ${leftOut > 0 ? 'other ' : ''}test file has ${words.join(' or ')} in its path.`);
    process.exit(1);
  }
  await ensureInstalled({ tools: true });
  const { ensureWebBuilt } = await import('./lib/web-build.mjs');

  const running = new Set();
  let isEnding = false;
  onEndRequest((signal) => {
    isEnding = true;
    for (const child of running) child.kill(signal);
  });
  const onStart = (child) => {
    running.add(child);
    child.once('exit', () => running.delete(child));
  };

  // The browser tests begin as soon as one of vitest's workers has nothing left to do, so that no core is idle.
  const began = Date.now();
  let rulesAndApi;
  const tail = new Promise((onTail) => {
    if (wanted.unit.length > 0) rulesAndApi = runVitest(words, { onStart, onTail });
  });
  const results = [];
  if (wanted.browser.length > 0) {
    const built = ensureWebBuilt();
    await Promise.race([tail, rulesAndApi]);
    await built;
    if (!isEnding) results.push(await runPlaywright(words.length === 0 ? [] : wanted.browser, { onStart }));
  }
  if (rulesAndApi) results.unshift(await rulesAndApi);

  const all = sumOf(results);
  console.log('\nThe slowest files:');
  for (const line of slowestOf(results)) console.log(line);
  const failed = failedOf(results);
  if (failed.length > 0) console.log(`\nWhat failed:\n${failed.join('\n')}`);
  console.log('');
  for (const result of results) console.log(`${result.name}: ${lineOf(result)} in ${Math.round(result.seconds)} s`);
  console.log(`all: ${Math.round((Date.now() - began) / 1000)} s`);
  console.log(lineOf(all));
  process.exit(all.failed > 0 || isEnding ? 1 : 0);
}

void test();
