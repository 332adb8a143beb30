import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#platform/config/config.ts';
import { createLanguageModel } from './language-model.service.ts';

const key = 'sk-the-secret-key-of-the-admin';

let reply: (response: ServerResponse, authorization: string | undefined) => void;
const server = createServer((request, response) => reply(response, request.headers.authorization));
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => server.close());

/** The model, and everything that's logged. */
function openModel(settings: Record<string, string>) {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  const config = loadConfig({ ASSISTANT_URL: url, ASSISTANT_MODEL: 'm', ...settings }, '/');
  return { model: createLanguageModel(config, log)!, lines };
}

const question = [{ role: 'user' as const, content: 'A private question' }];
const nobody = new AbortController().signal;

test("a service's error text appears neither in answers nor in the log, because it may repeat the key or the question", async () => {
  const { model, lines } = openModel({ ASSISTANT_API_KEY: key });
  reply = (response, authorization) => {
    response
      .writeHead(401, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { message: `Wrong key ${authorization} for "A private question"`, code: 'key' } }));
  };
  const refusal = await model.ask(question, nobody).then(
    () => undefined,
    (error: Error) => error,
  );
  expect(JSON.stringify({ ...refusal, message: refusal?.message })).not.toMatch(/sk-|private/);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({ status: 401, code: 'key', kind: 'AuthenticationError' });
  expect(lines.join('')).not.toMatch(/sk-|private/);
});

test('without ASSISTANT_API_KEY no key is sent, even if the environment has one for another program', async () => {
  process.env.OPENAI_API_KEY = key;
  const { model } = openModel({});
  let sent: string | undefined = 'unknown';
  reply = (response, authorization) => {
    sent = authorization;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: [DONE]\n\n');
  };
  const parts: string[] = [];
  for await (const part of await model.ask(question, nobody)) parts.push(part);
  delete process.env.OPENAI_API_KEY;
  expect(sent).toBeUndefined();
  expect(parts).toEqual([]);
});

test("without ASSISTANT_URL there's no model", () => {
  expect(createLanguageModel(loadConfig({}, '/'), pino({ level: 'silent' }))).toBeUndefined();
});
