#!/usr/bin/env node
import './lib/require-node.mjs';

/** `npm run restore -- --from FOLDER`: restores a backup into an empty database and the file storage that the settings name. */
async function restore() {
  const { join } = await import('node:path');
  const { root, pinnedNode } = await import('./lib/place.mjs');
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { ended, onEndRequest, spawnBound } = await import('./lib/child.mjs');

  await ensureInstalled({ tools: false });
  const program = join(root, 'server/src/restore-process.ts');
  const child = spawnBound(pinnedNode, [program, ...process.argv.slice(2)]);
  onEndRequest((signal) => child.kill(signal));
  const { code } = await ended(child);
  process.exit(code ?? 1);
}

void restore();
