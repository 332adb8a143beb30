import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseAccount } from '#operations/embedded-postgres/account.ts';
import { freePort, startProgram } from './programs.ts';

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(
  (path) => spawnSync(path, ['--version']).status === 0,
);

/** Undefined: tests through PgBouncer can run. Otherwise a sentence that says what to install. */
export const noPgBouncer = program ? undefined : 'Install PgBouncer to run this: apt-get install pgbouncer.';

/**
 * Starts PgBouncer in front of a database, in transaction mode with fewer sessions than its clients have connections.
 * @param url the database's address, over TCP or a Unix socket
 * @returns the address through PgBouncer
 */
export async function startPgBouncer(url: string): Promise<{ url: string; close(): Promise<void> }> {
  if (!program) throw new Error(noPgBouncer);
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-pgbouncer-'));
  const account = await chooseAccount(folder, program);
  await account.own(folder);
  const [address, port] = [new URL(url), await freePort()];
  const host = address.searchParams.get('host') ?? address.hostname;
  const user = decodeURIComponent(address.username);
  const password = decodeURIComponent(address.password);
  const users = join(folder, 'users');
  await writeFile(users, `"${user}" "${password}"\n`);
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
* = host=${host} port=${address.port || 5432} user=${user}${password && ` password=${password}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
auth_file = ${users}
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
`,
  );
  const { program: command, args, options } = account.command(program, [settings]);
  const child = await startProgram(command, args, { ...options, cwd: '/', ready: /process up/ });
  const through = new URL(url);
  through.searchParams.delete('host');
  through.host = `127.0.0.1:${port}`;
  return {
    url: through.href,
    async close() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
