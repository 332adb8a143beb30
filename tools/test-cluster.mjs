#!/usr/bin/env node
import './lib/require-node.mjs';

/** What `npm test` runs against a small S3 server; here it's a Ceph Object Gateway. */
const bucketTests = [
  'server/src/features/media/media-bucket.api.test.ts',
  'server/src/operations/doctor/doctor.api.test.ts',
  'server/src/platform/storage/s3-storage.test.ts',
  'server/src/platform/storage/storage.test.ts',
  'server/test/backup-places.api.test.ts',
  'server/test/private-pictures.api.test.ts',
];
/** What `npm test` plays for a moment; here it's played for minutes. */
const longTests = [
  'server/src/features/conversations/conversations-property.api.test.ts',
  'server/src/features/rooms/changes-property.api.test.ts',
  'server/test/full-disk.api.test.ts',
  'web/src/features/rooms/timeline-random.rules.test.ts',
];
const long = { DISK_ROUNDS: '10', MESSAGE_OPERATIONS: '10000', TIMELINE_ROUNDS: '10000' };
const bucketSpec = 'e2e/bucket.spec.ts';

/**
 * `npm run test:cluster`: two web processes, a worker, PostgreSQL, Redis and a load balancer as real processes on this machine, and
 * what must hold when they come, go and are killed; then the bucket tests on a Ceph Object Gateway, and random play of messages for long. `npm run test:cluster -- killed`
 * runs the files with that word in their path. The last line is `N passed, N failed`.
 */
async function testCluster() {
  const { onEndRequest } = await import('./lib/child.mjs');
  const { ensureInstalled } = await import('./lib/install.mjs');
  await ensureInstalled({ tools: true });
  const { lineOf, runPlaywright, runVitest, slowestOf, sumOf } = await import('./lib/test-runs.mjs');
  const { ensureWebBuilt } = await import('./lib/web-build.mjs');
  await ensureWebBuilt();

  const words = process.argv.slice(2);
  const isMeant = (path) => words.length === 0 || words.some((word) => path.includes(word));
  let running;
  let isEnding = false;
  onEndRequest((signal) => {
    isEnding = true;
    running?.kill(signal);
  });
  const options = {
    env: { TEST_BUCKET: 'radosgw' },
    onStart: (child) => {
      running = child;
    },
  };

  const began = Date.now();
  const results = [await runVitest(['--config', 'cluster/vitest.config.ts', '--reporter=verbose', ...words], options)];
  const files = bucketTests.filter(isMeant);
  if (files.length > 0 && !isEnding) results.push(await runVitest(['--reporter=verbose', ...files], options));
  const played = longTests.filter(isMeant);
  if (played.length > 0 && !isEnding)
    results.push(await runVitest(['--reporter=verbose', ...played], { ...options, env: { ...options.env, ...long } }));
  if (isMeant(bucketSpec) && !isEnding) results.push(await runPlaywright([bucketSpec], options));
  const all = sumOf(results);
  for (const line of slowestOf(results)) console.log(line);
  console.log(`cluster: ${Math.round((Date.now() - began) / 1000)} s`);
  console.log(lineOf(all));
  process.exit(all.failed > 0 || isEnding ? 1 : 0);
}

void testCluster();
