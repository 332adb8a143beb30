import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { startEmbedded } from '../server/src/operations/embedded-postgres/embedded.ts';

/**
 * The baseline for startup: the embedded database, one query, and a bare Node HTTP server. `parts/start.ts` starts it with the
 * database's folder as its argument. It prints a line when it accepts requests, and shuts down cleanly on SIGTERM.
 */
const database = await startEmbedded(process.argv[2] ?? '');
const client = new pg.Client({ connectionString: database.url });
await client.connect();
await client.query('select 1');
const server = createServer((_request, response) => response.end('{}'));
server.listen(0, '127.0.0.1', () => {
  console.log(`It is running at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', async () => {
  server.close();
  await client.end();
  await database.stop();
  process.exit(0);
});
