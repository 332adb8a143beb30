#!/usr/bin/env node
import './lib/require-node.mjs';

/** `npm run bench`: measures the product and prints one table. `npm run bench -- --help` says more. */
async function bench() {
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { ensureWebBuilt } = await import('./lib/web-build.mjs');
  const { handOver } = await import('./lib/child.mjs');

  await ensureInstalled({ tools: true });
  await ensureWebBuilt();
  await handOver('bench/main.ts', process.argv.slice(2));
}

void bench();
