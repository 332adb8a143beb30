import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { startEmbedded } from '../server/src/platform/database/embedded.ts';

/**
 * The limit that a start is measured against: the database that comes along, a question to it, and a bare HTTP server of Node.
 * Put on by `parts/start.ts` with the folder of the database as its argument; prints a line when it takes requests, and ends in
 * order on SIGTERM.
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
