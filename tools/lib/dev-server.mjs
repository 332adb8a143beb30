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
let isEnding = false;

async function start() {
  const { databaseUrl, dataDir } = loadConfig(settings, root);
  const database = databaseUrl ? undefined : await startEmbedded(dataDir);
  const environment = { ...settings, DATABASE_URL: databaseUrl ?? database.url, DATABASE_URL_FILE: '' };
  runServer(environment);

  process.env.HUBBUB_API = `http://127.0.0.1:${serverPort}`;
  const web = await createServer({ root: join(root, 'web'), server: { port: webPort }, clearScreen: false });
  await web.listen();
  console.log(`The web app with live reload is at ${address} · stop with Ctrl-C`);

  watchFolders(
    ['server/src', 'server/migrations', 'contract/src'].map((folder) => join(root, folder)),
    (file) => {
      console.log(`${file} changed: restarting the server.`);
      if (server) server.kill('SIGTERM');
      else runServer(environment);
    },
  );

  const stop = async () => {
    if (isEnding) process.exit(1);
    isEnding = true;
    await web.close();
    server?.kill('SIGTERM');
    if (server) await ended(server);
    await database?.stop();
    process.exit(0);
  };
  onEndRequest(stop);
  process.on('disconnect', stop);
}

/** Runs the server. After an end caused by a change it restarts right away; after a crash it waits for the next change. */
function runServer(environment) {
  server = spawnBound(pinnedNode, [join(root, 'server/src/main.ts')], { env: environment });
  server.on('exit', (code) => {
    server = undefined;
    if (isEnding) return;
    if (code === 0) runServer(environment);
    else console.error('The server crashed. It restarts at the next change.');
  });
}

try {
  await start();
} catch (error) {
  const isSentence = error.name === 'StartError' || error.name === 'ConfigError' || error.code === 'EADDRINUSE';
  console.error(isSentence ? error.message : error);
  process.exit(1);
}
