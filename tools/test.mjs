#!/usr/bin/env node
import './lib/require-node.mjs';

/**
 * `npm test`: the tests of rules and API (vitest), then the web app in a browser (Playwright), and one summary, the last line of
 * which is `N passed, N failed`. `npm test -- posts` runs the files whose path has that word in it.
 */
async function test() {
  const { spawn } = await import('node:child_process');
  const { existsSync, mkdtempSync, readFileSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const { root, pinnedNode } = await import('./lib/place.mjs');
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { ensureWebBuilt } = await import('./lib/web-build.mjs');

  const words = process.argv.slice(2);
  const flag = words.find((word) => word.startsWith('-'));
  if (flag) {
    console.error(
      `npm test takes words of file paths, and ${flag} is none. For more, call npx vitest or npx playwright.`,
    );
    process.exit(1);
  }
  await ensureInstalled({ tools: true });
  const folder = mkdtempSync(join(tmpdir(), 'hubbub-report-'));

  /** Runs a test program in sight and answers how it ended and what it reported. */
  const runTests = (args, report, environment = {}) =>
    new Promise((resolve) => {
      const child = spawn(pinnedNode, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } });
      const end = (code) =>
        resolve({ code, report: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null });
      child.on('error', () => end(1));
      child.on('exit', (code) => end(code ?? 1));
    });

  const runVitest = async () => {
    const file = join(folder, 'vitest.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', ...reporters, ...words];
    const { code, report } = await runTests(args, file);
    const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
    return {
      name: 'rules and API',
      code,
      passed: report?.numPassedTests ?? 0,
      failed: report?.numFailedTests ?? 0,
      skipped,
    };
  };

  const runPlaywright = async () => {
    await ensureWebBuilt();
    const file = join(folder, 'playwright.json');
    const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', ...words];
    const { code, report } = await runTests([...args, '--pass-with-no-tests'], file, { E2E_REPORT: file });
    const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = report?.stats ?? {};
    return { name: 'browser', code, passed: expected + flaky, failed: unexpected, skipped };
  };

  const results = [await runVitest()];
  if (existsSync(join(root, 'e2e/playwright.config.ts'))) results.push(await runPlaywright());
  rmSync(folder, { recursive: true, force: true });

  // A run that broke down outside of any test has failed too.
  for (const result of results) if (result.code !== 0 && result.failed === 0) result.failed = 1;
  const line = ({ passed, failed, skipped }) =>
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const all = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };

  console.log('');
  for (const result of results) console.log(`${result.name}: ${line(result)}`);
  if (words.length > 0 && all.passed + all.failed + all.skipped === 0)
    console.log(`No test file has ${words.join(', ')} in its path.`);
  console.log(line(all));
  process.exit(all.failed > 0 ? 1 : 0);
}

void test();
