import { request } from 'node:http';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { testWorld } from '../../../test/harness.ts';

const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const world = await testWorld({ log });
const ada = await world.person('ada');

const patience = { timeout: 20_000 };
const form = 'multipart/form-data; boundary=line';
const partOf = (about: string) => `--line\r\ncontent-disposition: form-data; ${about}\r\n\r\nsome`;

test.each([
  ['JSON', '/v1/conversations', 'application/json', '{"username":'],
  ['a form', '/v1/posts', form, partOf('name="content"')],
  ['a form with a file', '/v1/posts', form, partOf('name="files"; filename="a.png"')],
  ['a message with a file', '/v1/chats', form, partOf('name="image"; filename="a.png"')],
  ['a profile picture', '/v1/profile', form, partOf('name="profile_pic"; filename="a.png"')],
  ['an archive', '/v1/import', form, partOf('name="file"; filename="a.zip"')],
])('a client that disconnects in the middle of %s leaves one info line', async (_, path, type, beginning) => {
  lines.length = 0;
  const headers = { cookie: ada.cookie, 'content-type': type, 'content-length': '10000' };
  const sending = request(`${world.origin}${path}`, { method: 'POST', headers });
  sending.on('error', () => undefined);
  sending.write(beginning);
  await vi.waitUntil(() => world.platform.metrics.requestsInFlight.count > 0, patience);
  await new Promise((resolve) => sending.socket?.write('', resolve));
  sending.destroy();
  await vi.waitUntil(() => world.platform.metrics.requestsInFlight.count === 0 && lines.length > 0, patience);
  // Whatever else it would write is written before the next request's line.
  expect((await ada.get('/v1/user/check')).status).toBe(200);
  await vi.waitUntil(() => lines.some(({ route }) => route === '/v1/user/check'), patience);
  const about = lines.filter(({ route }) => route !== '/v1/user/check');
  expect(about).toMatchObject([{ level: 30, msg: 'client disconnected', method: 'POST', route: path }]);
  expect(JSON.stringify(about)).not.toContain('stack');
});
