import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { testWorld } from '../../../test/harness.ts';

const world = await testWorld();
const ada = await world.person('ada');

const boundary = 'line';
const partOf = (about: string) => `--${boundary}\r\ncontent-disposition: form-data; ${about}\r\n\r\n`;

/** A request whose body is still arriving. */
function begin(path: string, type: string, method = 'POST'): ClientRequest {
  const headers = { cookie: ada.cookie, 'content-type': type, 'transfer-encoding': 'chunked' };
  const sending = request(`${world.origin}${path}`, { method, headers });
  sending.on('error', () => undefined);
  return sending;
}

const answerTo = async (sending: ClientRequest) => {
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, body: JSON.parse(await text(answer)) };
};

test.each([
  ['an unknown field', partOf('name="extra"')],
  ['an unknown file', partOf('name="extra"; filename="a.png"')],
])('%s ends the request right away', async (_what, part) => {
  const sending = begin('/v1/posts', `multipart/form-data; boundary=${boundary}`);
  const answer = answerTo(sending);
  const closed = once(sending, 'close');
  sending.write(`${part}text\r\n${partOf('name="content"')}`);
  // Nothing ends this part, and nothing ends the form.
  expect(await answer).toEqual({ status: 400, body: { error: "This form has a part that isn't known here: extra." } });
  await closed;
});

test.each([
  ['a form', '/v1/posts', `multipart/form-data; boundary=${boundary}`, partOf('name="content"')],
  [
    'a form with a file',
    '/v1/chats',
    `multipart/form-data; boundary=${boundary}`,
    partOf('name="image"; filename="a.png"'),
  ],
  ['JSON', '/v1/conversations', 'application/json', '{"username":'],
])('cuts off a body slower than 1 KB per second for 30 seconds: %s', async (_what, path, type, beginning) => {
  const sending = begin(path, type);
  const closed = once(sending, 'close');
  const answer = answerTo(sending);
  const now = performance.now.bind(performance);
  sending.write(beginning);
  await vi.waitUntil(() => world.platform.metrics.requestsInFlight.count > 0);
  const ahead = vi.spyOn(performance, 'now').mockImplementation(() => now() + 31_000);
  try {
    const { status, body } = await answer;
    expect([status, body.error]).toEqual([408, expect.stringContaining('took too long to arrive')]);
    await closed;
  } finally {
    ahead.mockRestore();
  }
});

test("doesn't cut off a body that arrives fast enough, however long it takes", async () => {
  const sending = begin('/v1/posts', `multipart/form-data; boundary=${boundary}`);
  const answer = answerTo(sending);
  sending.write(`${partOf('name="content"')}hello`);
  sending.end(`\r\n--${boundary}--\r\n`);
  expect((await answer).status).toBe(201);
});
