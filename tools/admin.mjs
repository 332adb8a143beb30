#!/usr/bin/env node
import './lib/require-node.mjs';

/** `npm run admin -- --owner USERNAME`: makes an account an owner of the site, for whoever locked themselves out. */
async function admin() {
  const { join } = await import('node:path');
  const { root, pinnedNode } = await import('./lib/place.mjs');
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { ended, onEndRequest, spawnBound } = await import('./lib/child.mjs');

  await ensureInstalled({ tools: false });
  const program = join(root, 'server/src/admin-process.ts');
  const child = spawnBound(pinnedNode, [program, ...process.argv.slice(2)]);
  onEndRequest((signal) => child.kill(signal));
  const { code } = await ended(child);
  process.exit(code ?? 1);
}

void admin();
