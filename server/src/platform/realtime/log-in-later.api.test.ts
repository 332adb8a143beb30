import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, startWorld, type World } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

/** Clients that know nothing about this server: one socket, opened when the page loads, with the library's own reconnect logic. */

let world: World;
const sockets: Socket[] = [];

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await world.close();
});

const { open, write } = talkIn(() => world);

/** A browser page, whose cookie the socket sends each time it connects. */
class Page {
  readonly #headers: Record<string, string> = {};
  readonly received: string[] = [];
  readonly socket: Socket;
  readonly #watchers = new Set<() => void>();

  constructor(options: { reconnectionAttempts?: number } = {}) {
    this.socket = io(world.origin, {
      transports: ['websocket'],
      reconnectionAttempts: 10,
      forceNew: true,
      extraHeaders: this.#headers,
      ...options,
    });
    sockets.push(this.socket);
    this.socket.on('receiveMessage', ({ message }: { message: string }) => {
      this.received.push(message);
      for (const look of this.#watchers) look();
    });
  }

  get caller() {
    return world.withCookie(this.#headers.cookie ?? '');
  }

  set cookie(cookie: string) {
    this.#headers.cookie = cookie;
  }

  async logIn({ user }: Person): Promise<void> {
    const { status, headers } = await this.caller.post('/v1/tokens/authentication', {
      username: user.username,
      password: user.password,
    });
    expect(status).toBe(201);
    this.cookie = headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  }

  async logOut(): Promise<void> {
    expect((await this.caller.post('/v1/users/logout')).status).toBe(200);
    this.cookie = '';
  }

  get isLive() {
    return this.socket.connected ? undefined : new Promise<void>((resolve) => this.socket.once('connect', resolve));
  }

  /** The next event from one of the library's managers. */
  next(event: 'open' | 'close') {
    return new Promise((resolve) => this.socket.io.once(event, resolve as never));
  }

  got(text: string) {
    return new Promise<void>((resolve) => {
      const look = () => this.received.includes(text) && resolve();
      this.#watchers.add(look);
      look();
    });
  }
}

it('a socket that connected before log-in gets messages afterwards, without a reload', async () => {
  const [ada, bob] = [await world.person('ada_early'), await world.person('bob_early')];
  const page = new Page();
  const answers: string[] = [];
  page.socket.on('connect_error', ({ message }) => answers.push(message));
  await page.next('open');
  await page.logIn(ada);
  await page.isLive;
  const conversation = await open(bob, ada);
  await write(bob, conversation, 'Are you there?');
  await page.got('Are you there?');
  await write(page.caller, conversation, 'I am');
  await page.got('I am');
  expect(answers).toEqual([]);
});

it("after a log-out and a log-in as someone else, their messages arrive, and nothing of the first person's", async () => {
  const [ada, bob, eve] = [
    await world.person('ada_shared'),
    await world.person('bob_shared'),
    await world.person('eve_shared'),
  ];
  const page = new Page();
  await page.next('open');
  await page.logIn(ada);
  await page.isLive;
  const hers = await open(bob, ada);
  await write(bob, hers, 'for Ada');
  await page.got('for Ada');

  const gone = page.next('close');
  await page.logOut();
  expect(await gone).toBe('transport close');
  await write(bob, hers, 'for Ada, who is away');
  await page.next('open');
  await page.logIn(eve);
  await page.isLive;
  await write(bob, hers, 'for Ada, who is not here any more');
  await write(bob, await open(bob, eve), 'for Eve');
  await page.got('for Eve');
  expect(page.received).toEqual(['for Ada', 'for Eve']);
});

it('a log-in as someone else without a log-out closes the transport, too', async () => {
  const [ada, eve] = [await world.person('ada_over'), await world.person('eve_over')];
  const page = new Page();
  await page.next('open');
  await page.logIn(ada);
  await page.isLive;
  const gone = page.next('close');
  await page.logIn(eve);
  expect(await gone).toBe('transport close');
  await page.isLive;
  expect([...world.platform.realtime.usersIn(`person:${eve.user_id}`)]).toEqual([eve.user_id]);
  expect(world.platform.realtime.usersIn(`person:${ada.user_id}`).size).toBe(0);
});

it.concurrent("a socket without a session is held and closed over and over, which uses up none of its client's attempts", async () => {
  const ada = await world.person('ada_patient');
  const page = new Page({ reconnectionAttempts: 1 });
  for (let round = 0; round < 2; round += 1) {
    await page.next('open');
    expect(await page.next('close')).toBe('transport close');
  }
  page.cookie = ada.cookie;
  await page.isLive;
}, 30_000);

it.concurrent("a socket that's refused for any other reason reconnects, too", async () => {
  const ada = await world.person('ada_many_pages');
  const others = await Promise.all(Array.from({ length: 100 }, () => ada.socket()));
  const page = new Page();
  page.cookie = ada.cookie;
  await page.next('open');
  expect(page.socket.connected).toBe(false);
  for (const other of others) other.close();
  await page.isLive;
}, 30_000);

it('sockets are closed when their session expires', async () => {
  const ada = await world.person('ada_expired');
  const socket = await ada.socket();
  await world.sql(`update sessions set expires_at = now() - interval '1 minute' where user_id = $1`, [ada.user_id]);
  await world.platform.sessions.removeExpired();
  expect(await socket.closed).toBe('transport close');
});
