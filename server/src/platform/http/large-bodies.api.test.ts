import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../../test/harness.ts';
import { launchServer } from '../../../test/server-process.ts';

// A process of its own: a server that shares this one's turns reads what a client sends at other times.
const database = await cloneDatabase();
const folder = await mkdtemp(join(tmpdir(), 'hubbub-large-'));
const server = launchServer({ DATABASE_URL: database.url, DATA_DIR: folder, RATE_LIMITS: 'off' });
const origin = await server.origin();
afterAll(async () => {
  await server.end('SIGTERM');
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const megabyte = 1024 ** 2;
const refusal = { error: 'This is larger than the server accepts.' };

const bodyOf = (size: number) => JSON.stringify({ content: 'x'.repeat(size) });

/** What a client gets that sends the body all at once, as Node's `http` does. */
function send(body: string, agent: Agent): Promise<{ status: number | undefined; body: unknown }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const url = `${origin}/v1/tokens/authentication`;
    const sent = request(url, { method: 'POST', agent, headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      resolve({ status: answer.statusCode, body: JSON.parse(String(Buffer.concat(chunks))) });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

test.each([2, 5, 10, 20])('a JSON body of %i MB gets its 413, however it is sent', async (megabytes) => {
  const body = bodyOf(megabytes * megabyte);
  for (let round = 0; round < 4; round += 1) {
    for (const keepAlive of [true, false]) {
      const agent = new Agent({ keepAlive });
      expect(await send(body, agent)).toEqual({ status: 413, body: refusal });
      agent.destroy();
    }
    const headers = { 'content-type': 'application/json' };
    const url = `${origin}/v1/tokens/authentication`;
    const answer = await fetch(url, { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toEqual([413, refusal]);
    // Without a length, it's only known to be too large once it has come.
    const chunked = await fetch(url, {
      method: 'POST',
      headers,
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect([chunked.status, await chunked.json()]).toEqual([413, refusal]);
  }
});
