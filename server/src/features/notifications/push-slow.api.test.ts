import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';
import { testWorld } from '../../../test/harness.ts';
import { makePushKeys } from '../../../test/push-service.ts';
import { createTextPost } from '../posts/posts.factory.ts';

/** A push service that answers only when it's told to. */
const waiting = new Set<ServerResponse>();
let mostWaiting = 0;
let asked = 0;
const server = createServer((request, response) => {
  request.resume();
  response.on('close', () => waiting.delete(response));
  waiting.add(response);
  asked += 1;
  mostWaiting = Math.max(mostWaiting, waiting.size);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
const world = await testWorld({ settings: { LINK_PREVIEWS_INSIDE: host } });

test('slow push services hold up no other work', async () => {
  const { platform } = world;
  const [ada, bob] = [await world.person('ada'), await world.person('bob')];
  for (let n = 0; n < 12; n += 1) {
    const postId = await createTextPost(platform, { authorId: ada.user_id, content: 'Hello' });
    await bob.post(`/v1/posts/${postId}/comments`, { content: 'Hi' });
  }
  await world.runJobs();
  const subscription = { endpoint: `http://${host}/slow`, keys: makePushKeys() };
  expect((await ada.post('/v1/push/subscriptions', subscription)).status).toBe(201);
  const rows = await world.sql<{ id: string }>('select id from notifications where user_id = $1', [ada.user_id]);
  expect(rows).toHaveLength(12);
  for (const { id } of rows)
    await platform.jobs.add(platform.db.kysely, 'notifications.push', { told: [{ userId: ada.user_id, id }] });
  await vi.waitUntil(() => asked > 0, { interval: 20 });
  const meanwhile = { kind: 'test', subject: 'Meanwhile', preview: '', heading: 'Meanwhile', paragraphs: [] };
  await platform.mail.send(platform.db.kysely, 'ada@example.org', meanwhile);
  await vi.waitUntil(() => world.mailTo('ada@example.org', /Meanwhile/), { interval: 50 });
  expect(mostWaiting).toBeLessThanOrEqual(4);
});
