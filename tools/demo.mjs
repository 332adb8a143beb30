#!/usr/bin/env node
import './lib/require-node.mjs';

/** `npm run demo`: fills the running server with people, posts, votes and comments. `npm run demo -- --help` says more. */
async function demo() {
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { handOver } = await import('./lib/child.mjs');

  await ensureInstalled({ tools: false });
  await handOver('tools/demo/main.ts', process.argv.slice(2));
}

void demo();
