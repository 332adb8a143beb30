#!/usr/bin/env node
import './lib/require-node.mjs';

/**
 * `npm run test:cluster`: two processes for people, a worker, PostgreSQL, Redis and a balancer as real processes on this
 * machine, and what must hold when they come, go and are killed. `npm run test:cluster -- killed` runs the files whose path has
 * that word in it. The last line is `N passed, N failed`.
 */
async function testCluster() {
  const { existsSync, mkdtempSync, readFileSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const { ended, onEndRequest, spawnBound } = await import('./lib/child.mjs');
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { pinnedNode, root } = await import('./lib/place.mjs');
  const { ensureWebBuilt } = await import('./lib/web-build.mjs');

  await ensureInstalled({ tools: true });
  await ensureWebBuilt();

  const folder = mkdtempSync(join(tmpdir(), 'hubbub-report-'));
  const file = join(folder, 'report.json');
  const began = Date.now();
  const tests = spawnBound(
    pinnedNode,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--config', 'cluster/vitest.config.ts', '--reporter=verbose'],
      ...['--reporter=json', `--outputFile.json=${file}`, ...process.argv.slice(2)],
    ],
    { cwd: root },
  );
  onEndRequest((signal) => tests.kill(signal));
  const { code } = await ended(tests);
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  rmSync(folder, { recursive: true, force: true });
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, numPendingTests: skipped = 0 } = report;
  // A run that broke down outside of any test has failed too.
  const failures = code !== 0 && failed === 0 ? 1 : failed;
  console.log(`cluster: ${Math.round((Date.now() - began) / 1000)} s`);
  console.log(`${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exit(failures > 0 ? 1 : 0);
}

void testCluster();
