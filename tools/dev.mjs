#!/usr/bin/env node
import './lib/require-node.mjs';

/** `npm run dev`: the product with server reload and hot module replacement in the browser, at one address. */
async function dev() {
  const { join } = await import('node:path');
  const { root } = await import('./lib/place.mjs');
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { handOver } = await import('./lib/child.mjs');

  await ensureInstalled({ tools: true });
  await handOver('tools/lib/dev-server.mjs', [], {
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), ...process.env },
  });
}

void dev();
