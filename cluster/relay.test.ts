import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePort, isOpen } from '../server/test/programs.ts';
import { startCluster } from './support/cluster.ts';
import { release, run, take, until } from './support/processes.ts';
import { findProgram, missing } from './support/programs.ts';

const nothingMissing = missing('turnserver');

test.skipIf(nothingMissing)(
  `coturn relays for whoever has credentials of either process, and for nobody else. ${nothingMissing ?? ''}`.trim(),
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hubbub-relay-'));
    take(folder);
    const [port, secret] = [await freePort(), 'a secret of sixteen characters'];
    const relay = run(
      findProgram('turnserver') ?? '',
      [
        ...['-n', '--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1', `--listening-port=${port}`, '--realm=hubbub'],
        ...[
          '--use-auth-secret',
          `--static-auth-secret=${secret}`,
          '--no-tls',
          '--no-dtls',
          '--no-cli',
          '--log-file=stdout',
        ],
        ...['--allow-loopback-peers', `--pidfile=${join(folder, 'pid')}`, `--userdb=${join(folder, 'users')}`],
      ],
      { cwd: folder, logFile: join(folder, 'log') },
    );
    const cluster = await startCluster({ TURN_URL: `turn:127.0.0.1:${port}`, TURN_SECRET: secret });
    try {
      await until('The relay', () => isOpen(port), relay);
      const ada = await cluster.person('ada');
      /** Sends packets through the relay and back; returns what coturn's client says about lost ones. */
      const relayed = async (user: string, password: string) => {
        const args = ['-y', '-n', '5', '-m', '1', '-u', user, '-w', password, '-p', String(port), '127.0.0.1'];
        const { stdout } = await promisify(execFile)('turnutils_uclient', args, { timeout: 60_000 });
        return /Total lost packets (\d+)/.exec(stdout)?.[1];
      };
      for (const member of cluster.api) {
        const { ice_servers } = (await ada.at(member).get('/v1/meetings/ice-servers')).body;
        const { username, credential } = ice_servers.find((server: { username?: string }) => server.username);
        expect(await relayed(username, credential)).toBe('0');
      }
      await expect(relayed('9999999999:ada', 'guessed')).rejects.toThrow();
    } finally {
      await cluster.close();
      await relay.end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
      release(folder);
    }
  },
);
