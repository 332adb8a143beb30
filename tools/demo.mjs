#!/usr/bin/env node
import './lib/require-node.mjs';

/** `npm run demo`: fills the running server with people, posts, votes and comments. `npm run demo -- --help` says more. */
async function demo() {
  const { join } = await import('node:path');
  const { root, pinnedNode } = await import('./lib/place.mjs');
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { ended, onEndRequest, spawnBound } = await import('./lib/child.mjs');

  await ensureInstalled({ tools: false });
  const child = spawnBound(pinnedNode, [join(root, 'tools/demo/main.ts'), ...process.argv.slice(2)]);
  onEndRequest((signal) => child.kill(signal));
  const { code } = await ended(child);
  process.exit(code ?? 1);
}

void demo();
