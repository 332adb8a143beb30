import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/**
 * Answers like Patroni next to a PostgreSQL server: 200 if that server is the primary, otherwise 503. It's a separate process so that
 * it answers in time however busy the tests are. Started with the server's port; sends its own.
 */

const [, , databasePort] = process.argv;
const timeout = 1000;

async function isPrimary(): Promise<boolean> {
  const client = new pg.Client({
    connectionString: `postgres://hubbub@127.0.0.1:${databasePort}/postgres`,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    return rows[0]?.standby === false;
  } catch {
    return false;
  } finally {
    void client.end().catch(() => undefined);
  }
}

const server = createServer((_, response) => {
  void isPrimary().then((yes) => response.writeHead(yes ? 200 : 503).end());
});
await once(server.listen(0, '127.0.0.1'), 'listening');
process.once('disconnect', () => process.exit());
process.send?.((server.address() as AddressInfo).port);
