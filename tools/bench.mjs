#!/usr/bin/env node
import './lib/require-node.mjs';

/** `npm run bench`: measures the product and prints one table. `npm run bench -- --help` says more. */
async function bench() {
  const { join } = await import('node:path');
  const { root, pinnedNode } = await import('./lib/place.mjs');
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { ensureWebBuilt } = await import('./lib/web-build.mjs');
  const { ended, onEndRequest, spawnBound } = await import('./lib/child.mjs');

  await ensureInstalled({ tools: true });
  await ensureWebBuilt();
  const child = spawnBound(pinnedNode, [join(root, 'bench/main.ts'), ...process.argv.slice(2)]);
  onEndRequest((signal) => child.kill(signal));
  const { code } = await ended(child);
  process.exit(code ?? 1);
}

void bench();
