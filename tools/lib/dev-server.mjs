import { join } from 'node:path';
import { createServer } from 'vite';
import { startEmbedded } from '../../server/src/operations/embedded-postgres/embedded.ts';
import { loadConfig } from '../../server/src/platform/config/config.ts';
import { ended, onEndRequest, spawnBound } from './child.mjs';
import { pinnedNode, root } from './place.mjs';
import { watchFolders } from './watch.mjs';

/**
 * The part of `npm run dev` that runs on the pinned Node: the embedded database, which outlives reloads; the server, which restarts on
 * each change; and Vite, which people open and which proxies to the server.
 */
const webPort = Number(process.env.PORT ?? 3000);
const serverPort = webPort + 1;
const address = process.env.PUBLIC_URL ?? `http://localhost:${webPort}`;
const settings = { ...process.env, PORT: String(serverPort), PUBLIC_URL: address };

let server;
/** The next server, and whether it has loaded code that may have changed since. */
let standby;
let hasLoaded = false;
let isRestarting = false;
let isEnding = false;

async function start() {
  const { databaseUrl, dataDir } = loadConfig(settings, root);
  process.env.HUBBUB_API = `http://127.0.0.1:${serverPort}`;
  // The server and Vite load while the database starts.
  standby = spawnStandby();
  standby.send({ step: 'load' });
  const [database, web] = await Promise.all([
    databaseUrl ? undefined : startEmbedded(dataDir),
    createServer({ root: join(root, 'web'), server: { port: webPort }, clearScreen: false }),
  ]);
  const environment = { DATABASE_URL: databaseUrl ?? database.url, DATABASE_URL_FILE: '' };
  runServer(environment);
  await web.listen();
  console.log(`The web app with live reload is at ${address} · stop with Ctrl-C`);

  watchFolders(
    ['server/src', 'server/migrations', 'contract/src'].map((folder) => join(root, folder)),
    (file) => {
      console.log(`${file} changed: restarting the server.`);
      restartServer(environment);
    },
  );

  const stop = async () => {
    if (isEnding) process.exit(1);
    isEnding = true;
    await web.close();
    standby?.kill();
    server?.kill('SIGTERM');
    if (server) await ended(server);
    await database?.stop();
    process.exit(0);
  };
  onEndRequest(stop);
  process.on('disconnect', stop);
}

/** The next server loads the code while this one ends. */
function restartServer(environment) {
  if (hasLoaded) {
    standby.kill();
    standby = undefined;
  }
  standby ??= spawnStandby();
  standby.send({ step: 'load' });
  hasLoaded = true;
  isRestarting = server !== undefined;
  if (server) server.kill('SIGTERM');
  else runServer(environment);
}

/** After a crash, the server waits for the next change. */
function runServer(environment) {
  server = standby ?? spawnStandby();
  standby = undefined;
  hasLoaded = false;
  isRestarting = false;
  server.send({ step: 'run', environment });
  server.on('message', ({ starting }) => {
    // It's up, so preparing the next one no longer takes time from it.
    if (starting === null && !isEnding) standby ??= spawnStandby();
  });
  server.on('exit', (code) => {
    server = undefined;
    if (isEnding) return;
    if (code === 0 || isRestarting) runServer(environment);
    else console.error('The server crashed. It restarts at the next change.');
  });
}

const spawnStandby = () => spawnBound(pinnedNode, [join(root, 'tools/lib/dev-standby.mjs')], { env: settings });

try {
  await start();
} catch (error) {
  const isSentence = error.name === 'StartError' || error.name === 'ConfigError' || error.code === 'EADDRINUSE';
  console.error(isSentence ? error.message : error);
  process.exit(1);
}
