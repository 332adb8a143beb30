#!/usr/bin/env node
import './lib/require-node.mjs';

/** `npm run build`: everything `npm start` prepares, without starting it. For servers that a service manager starts. */
async function build() {
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { ensureWebBuilt } = await import('./lib/web-build.mjs');

  await ensureInstalled({ tools: false });
  await ensureWebBuilt();
}

void build();
