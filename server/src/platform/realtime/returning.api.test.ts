import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Person, testWorld } from '../../../test/harness.ts';

const world = await testWorld();
world.platform.realtime.on('test-forever', z.unknown(), () => new Promise(() => undefined));
world.platform.realtime.on('test', z.unknown(), () => Promise.resolve());

/** Asks why somebody isn't let in. */
const refusalOf = (person: Person) => {
  const socket = io(world.origin, {
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: { cookie: person.cookie },
  });
  return new Promise<string>((resolve) => {
    socket.once('connect_error', (error) => resolve(error.message));
    socket.once('connect', () => resolve('connected'));
  }).finally(() => socket.disconnect());
};

test('after being closed twice for sending too much, a person gets no answer for a while, and nobody else waits', async () => {
  const person = await world.person('returning');
  for (let count = 0; count < 2; count += 1) {
    const socket = await person.socket();
    for (let sent = 0; sent < 60; sent += 1) void socket.send('test-forever');
    expect(await socket.closed).toBe('transport close');
  }
  let isHeld = true;
  const refused = refusalOf(person).finally(() => {
    isHeld = false;
  });
  expect(await (await (await world.person('calm')).socket()).send('test', 5)).toEqual({ ok: true });
  expect(isHeld).toBe(true);
  expect(await refused).toBe('websocket error');
  expect(await (await person.socket()).send('test', 5)).toEqual({ ok: true });
}, 30_000);
