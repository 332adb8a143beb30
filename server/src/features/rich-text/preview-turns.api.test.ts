import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';
import { formOf } from '../../../test/forms.ts';
import { type Person, startWorld, testWorld } from '../../../test/harness.ts';

/** Doesn't answer until it's told to. */
const waiting: ServerResponse[] = [];
const asked: string[] = [];
let isSlow = true;
/** How many requests are waiting now, and the most that ever were. */
const open = { now: 0, most: 0 };
const answer = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Slow</title>');
const site = createServer((request, response) => {
  asked.push(request.url ?? '');
  open.now += 1;
  open.most = Math.max(open.most, open.now);
  response.on('close', () => {
    open.now -= 1;
  });
  if (isSlow) waiting.push(response);
  else answer(response);
});
await new Promise<void>((resolve) => {
  site.listen(0, '127.0.0.1', resolve);
});
afterAll(() => site.close());
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
const settings = { LINK_PREVIEWS: 'on', LINK_PREVIEWS_INSIDE: origin.slice('http://'.length) };
const world = await testWorld({ settings });

const post = async (person: Person, content: string) => {
  const { status, body } = await person.upload('/v1/posts', formOf(['content', content]));
  expect(status).toBe(201);
  return body.post.post_id as string;
};
const long = { interval: 50 };

test('slow pages hold up nothing else, however many links somebody posts', async () => {
  const ada = await world.person('ada_slow');
  const bob = await world.person('bob_slow');
  const cyd = await world.person('cyd_slow');
  for (let count = 0; count < 12; count += 1) await post(ada, `${origin}/ada/${count}`);
  await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0), long);
  const mentioned = await post(bob, 'Hello @cyd_slow');
  await vi.waitFor(async () => {
    const { notifications } = (await cyd.get('/v1/notifications')).body;
    expect(JSON.stringify(notifications)).toContain(mentioned);
  }, long);
  isSlow = false;
  for (const response of waiting) answer(response);
  await world.runJobs();
  // One after another, with time to notice here that a request was aborted.
  expect(open.most).toBeLessThanOrEqual(2);
  expect(new Set(asked).size).toBe(12);
});

test("after very many links, a person's further links have no previews", async () => {
  const strict = await startWorld({ settings: { ...settings, RATE_LIMITS: 'on' } });
  const eve = await strict.person('eve_links');
  await strict.platform.limits.allows('link-previews', eve.user_id);
  while (await strict.platform.limits.allows('link-previews', eve.user_id));
  asked.length = 0;
  const without = await post(eve, `${origin}/eve`);
  await strict.runJobs();
  expect((await eve.get(`/v1/posts/${without}`)).body.post.link).toBeNull();
  expect(asked).toEqual([]);
  await strict.close();
});
