#!/usr/bin/env node
import './lib/require-node.mjs';

/**
 * `npm start`: installs and builds what's missing, then runs the server on the Node pinned in package.json. Arguments after `--` go to
 * the server. It needs nothing but Node 20.19 or newer.
 */
async function start() {
  const { join } = await import('node:path');
  const { root, pinnedNode, serverFlags } = await import('./lib/place.mjs');
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { ensureWebBuilt } = await import('./lib/web-build.mjs');
  const { ended, onEndRequest, spawnBound } = await import('./lib/child.mjs');
  const { beginStep } = await import('./lib/progress.mjs');

  await ensureInstalled({ tools: false });
  await ensureWebBuilt();

  let step = beginStep('Loading the server', { isBrief: true });
  let hasServed = false;

  const server = spawnBound(pinnedNode, [...serverFlags, join(root, 'server/src/main.ts'), ...process.argv.slice(2)], {
    // Compiled code is cached, which makes the next start faster.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), ...process.env },
  });
  server.on('message', (message) => {
    if (message?.starting === undefined) return;
    // The running server's line marks the end of the last step, and may have been printed before this.
    if (message.starting === null) step?.drop();
    else step?.done();
    step = message.starting === null ? undefined : beginStep(message.starting, { isBrief: true });
    hasServed ||= message.starting === null;
  });
  let requests = 0;
  onEndRequest((signal) => {
    server.kill(signal);
    requests += 1;
    // It ends right away when asked again. A process that missed this would have to be found and killed by hand.
    if (requests > 1) setTimeout(() => server.kill('SIGKILL'), 2000).unref();
  });
  const { code, signal, error } = await ended(server);
  step?.drop();
  if (error) console.error(`The server couldn't be started: ${error.message}`);
  // In its first moments, Ctrl-C ends it by the signal itself, before anything has been stored.
  if (signal && (hasServed || requests === 0)) {
    const safe = hasServed ? ' Your data is safe.' : '';
    console.error(`The server was killed (${signal}).${safe} Start it again with npm start.`);
  }
  process.exit(code ?? (requests > 0 ? 130 : 1));
}

void start();
