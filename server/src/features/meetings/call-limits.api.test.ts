import { expect, test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

const world = await testWorld({ settings: { RATE_LIMITS: 'on', NEW_ACCOUNT_HOURS: '0' } });
const { acquainted, write } = talkIn(() => world);

test('people who call too often have to wait, but can still join a running call', async () => {
  const [ada, bob, room] = await acquainted();
  await write(ada, room, 'Hello');
  for (let n = 0; n < 10; n += 1) {
    const { status, body } = await ada.post(`/v1/rooms/${room}/call`);
    expect([status, body.error]).toEqual([201, undefined]);
    await bob.post(`/v1/calls/${body.call.call_id}/decline`, {});
  }
  const refused = await ada.post(`/v1/rooms/${room}/call`);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ada.get(`/v1/rooms/${room}/call`)).body.call).toBeNull();
  expect((await bob.post(`/v1/rooms/${room}/call`)).status).toBe(201);
  expect((await ada.post(`/v1/rooms/${room}/call`)).status).toBe(200);
});
