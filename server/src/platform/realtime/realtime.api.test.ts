import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/harness.ts';

let world: World;
const sockets: Socket[] = [];

beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(() => world.close());

function open(cookie: string, headers: Record<string, string> = {}): Socket {
  const socket = io(world.origin, {
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: { ...(cookie ? { cookie } : {}), ...headers },
  });
  sockets.push(socket);
  return socket;
}

const connected = (socket: Socket) =>
  new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', (error) => resolve(`refused: ${error.message}`));
  });

const ended = (socket: Socket) => new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));

describe('a socket', () => {
  it('connects with a session', async () => {
    const ada = await world.person('ada_socket');
    expect(await connected(open(ada.cookie))).toBe('connected');
  });

  it('is refused without a session', async () => {
    expect(await connected(open(''))).toBe('refused: Log in to go on.');
    expect(await connected(open('hubbub=not-a-session'))).toBe('refused: Log in to go on.');
  });

  it('is refused to a page of another origin, whatever its session', async () => {
    const eve = await world.person('eve_socket');
    expect(await connected(open(eve.cookie, { origin: 'https://evil.example' }))).toMatch(/^refused/);
  });

  it('is closed when its session ends by log-out, and no other', async () => {
    const bob = await world.person('bob_socket');
    const other = world.withCookie(
      `hubbub=${await world.platform.sessions.create(world.platform.db.kysely, bob.user_id)}`,
    );
    const [here, there] = [open(bob.cookie), open(other.cookie)];
    await Promise.all([connected(here), connected(there)]);
    const gone = ended(here);
    expect((await bob.post('/v1/users/logout')).status).toBe(200);
    await gone;
    expect(there.connected).toBe(true);
  });

  it('is closed when the account is deleted', async () => {
    const cyd = await world.person('cyd_socket');
    const socket = open(cyd.cookie);
    await connected(socket);
    const gone = ended(socket);
    expect((await cyd.delete('/v1/users')).status).toBe(200);
    await gone;
  });
});
