import { request } from 'node:http';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { testWorld } from '../../../test/harness.ts';

const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const world = await testWorld({ log });
const ada = await world.person('ada');

const patience = { timeout: 20_000 };

test('a client that disconnects in the middle of its body leaves one info line', async () => {
  const path = '/v1/conversations';
  lines.length = 0;
  const headers = { cookie: ada.cookie, 'content-type': 'application/json', 'content-length': '10000' };
  const sending = request(`${world.origin}${path}`, { method: 'POST', headers });
  sending.on('error', () => undefined);
  sending.write('{"username":');
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
