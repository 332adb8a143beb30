import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../../test/harness.ts';
import { requestRelay, type TurnCredentials } from '../../../test/turn-client.ts';
import { turnUsername } from './meetings.rules.ts';

const secret = 'a secret of this relay';
const isInstalled = spawnSync('turnserver', ['--version']).error === undefined;
const installHint = 'Needs a TURN server: apt-get install coturn';

let folder: string;
let relay: ChildProcess | undefined;
let port: number;
let world: World;

/** A port no one listens on. */
async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port: free } = socket.address();
  socket.close();
  return free;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hubbub-turn-'));
  port = await freePort();
  world = await startWorld({ settings: { TURN_URL: `turn:127.0.0.1:${port}`, TURN_SECRET: secret } });
  if (!isInstalled) return;
  relay = spawn(
    'turnserver',
    [
      '-n',
      ...['--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1', `--listening-port=${port}`, '--realm=hubbub.test'],
      ...['--use-auth-secret', `--static-auth-secret=${secret}`, '--no-tls', '--no-dtls', '--no-cli'],
      ...['--log-file=stdout', `--pidfile=${join(folder, 'pid')}`, `--userdb=${join(folder, 'users')}`],
    ],
    { stdio: 'ignore' },
  );
});
afterAll(async () => {
  relay?.kill('SIGKILL');
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const signed = (username: string, by: string): TurnCredentials => ({
  username,
  credential: createHmac('sha1', by).update(username).digest('base64'),
});

test('a TURN server relays with the credentials from GET /v1/meetings/ice-servers', async ({ skip }) => {
  skip(!isInstalled, installHint);
  const person = await world.person('relayed');
  const { body } = await person.get('/v1/meetings/ice-servers');
  const [{ urls, ...credentials }] = body.ice_servers as [TurnCredentials & { urls: string[] }];
  expect(urls).toEqual([`turn:127.0.0.1:${port}`]);
  expect(await requestRelay(port, credentials)).toEqual({ port: expect.any(Number) });
});

test('a TURN server rejects credentials that have expired or were signed by someone else', async ({ skip }) => {
  skip(!isInstalled, installHint);
  const yesterday = new Date(Date.now() - 24 * 60 * 60_000);
  expect(await requestRelay(port, signed(turnUsername(yesterday, 'somebody'), secret))).toEqual({ error: 401 });
  expect(await requestRelay(port, signed(turnUsername(new Date(), 'somebody'), 'guessed'))).toEqual({ error: 401 });
  const held = signed(turnUsername(new Date(), 'somebody'), secret);
  const longer = held.username.replace(/^\d+/, (until) => String(Number(until) + 1));
  expect(await requestRelay(port, { ...held, username: longer })).toEqual({ error: 401 });
});
