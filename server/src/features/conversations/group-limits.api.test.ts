import { expect, test } from 'vitest';
import { groupsIn } from '../../../test/groups.ts';
import { testWorld } from '../../../test/harness.ts';

const world = await testWorld({ settings: { RATE_LIMITS: 'on', NEW_ACCOUNT_HOURS: '0' } });
const groups = groupsIn(() => world);

test("each change that a group's timeline reports counts as a message by the person who makes it", async () => {
  const { ana, bob, id } = await groups.three('Trip');
  const path = `/v1/conversations/${id}`;
  expect((await ana.patch(path, { name: 'Journey' })).status).toBe(200);
  for (let n = 0; n < 300; n += 1) await world.platform.limits.allows('messages', ana.user_id);
  const refused = await ana.patch(path, { name: 'Voyage' });
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await ana.delete(`${path}/members/${bob.user.username}`)).status).toBe(429);
  expect((await ana.put(`${path}/members/${bob.user.username}`)).status).toBe(429);
  expect((await bob.patch(path, { name: 'Voyage' })).status).toBe(200);
});
