#!/usr/bin/env node
import './lib/require-node.mjs';

/** `npm run doctor`: finds problems with the settings and everything they refer to, and says what to do. `-- --json` for machines. */
async function doctor() {
  const { join } = await import('node:path');
  const { root, pinnedNode } = await import('./lib/place.mjs');
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { ended, onEndRequest, spawnBound } = await import('./lib/child.mjs');

  await ensureInstalled({ tools: false });
  const program = join(root, 'server/src/doctor-process.ts');
  const child = spawnBound(pinnedNode, [program, ...process.argv.slice(2)]);
  onEndRequest((signal) => child.kill(signal));
  const { code } = await ended(child);
  process.exit(code ?? 1);
}

void doctor();
