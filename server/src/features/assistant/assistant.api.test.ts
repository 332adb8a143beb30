import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assistantLine } from '@hubbub/contract/features/assistant/assistant.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startWorld, type World } from '../../../test/harness.ts';

const key = 'sk-the-secret-key-of-the-admin';

interface Asked {
  headers: IncomingMessage['headers'];
  body: { model: string; stream: boolean; messages: { role: string; content: string }[] };
  /** Settles when the other side ends the request before the answer is complete. */
  abandoned: Promise<void>;
}

/** Speaks OpenAI's chat completions API over HTTP. */
function startModel() {
  const asked: Asked[] = [];
  let reply: (response: ServerResponse, request: Asked) => void | Promise<void> = (response) => {
    stream(response, ['Hello', ' there']);
  };
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const abandoned = new Promise<void>((resolve) =>
        response.on('close', () => !response.writableFinished && resolve()),
      );
      const one: Asked = { headers: request.headers, body: JSON.parse(text), abandoned };
      asked.push(one);
      void reply(response, one);
    });
  });
  return {
    asked,
    server,
    replies(next: typeof reply) {
      reply = next;
    },
    listen: () =>
      new Promise<string>((resolve) => {
        server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`));
      }),
  };
}

const part = (content: string) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

function stream(response: ServerResponse, parts: readonly string[]): void {
  begin(response);
  for (const text of parts) response.write(part(text));
  response.end('data: [DONE]\n\n');
}

function refuse(response: ServerResponse, status: number, error: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
}

const model = startModel();
let world: World;
let ada: Person;

beforeAll(async () => {
  const url = await model.listen();
  world = await startWorld({
    settings: {
      ASSISTANT_URL: url,
      ASSISTANT_MODEL: 'small-model',
      ASSISTANT_API_KEY: key,
      ASSISTANT_TIMEOUT: '1',
    },
  });
  ada = await world.person('ada');
});
afterEach(() => {
  model.asked.length = 0;
  model.replies((response) => stream(response, ['Hello', ' there']));
});
afterAll(async () => {
  await world.close();
  model.server.closeAllConnections();
  model.server.close();
});

const question = (content: string) => ({ messages: [{ role: 'user', content }] });

const ask = async (body: unknown, init: RequestInit = {}) =>
  await ada.fetch('/v1/assistant/answers', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    ...init,
  });

const linesOf = async (response: Response) =>
  (await response.text())
    .trim()
    .split('\n')
    .map((line) => assistantLine.strict().parse(JSON.parse(line)));

describe('GET /v1/assistant', () => {
  test("says that there's an assistant, its model's name, and nothing else", async () => {
    expect((await ada.get('/v1/assistant')).body).toEqual({
      configured: true,
      model: 'small-model',
      settings: null,
    });
  });
});

describe('POST /v1/assistant/answers', () => {
  test('streams the answer line by line', async () => {
    const response = await ask(question('Hi'));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(await linesOf(response)).toEqual([{ text: 'Hello' }, { text: ' there' }, { end: { complete: true } }]);
  });

  test('sends the first line while the model is still writing', async () => {
    const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
    model.replies(async (response) => {
      begin(response);
      response.write(part('First'));
      await seen;
      response.write(part('Second'));
      response.end('data: [DONE]\n\n');
    });
    const reader = (await ask(question('Hi'))).body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toBe('{"text":"First"}\n');
    goOn();
    expect((await reader.read()).value).toContain('Second');
  });

  test('sends the conversation with the key, the model and the instructions, and nothing about the person', async () => {
    const messages = [
      { role: 'user', content: 'One?' },
      { role: 'assistant', content: 'One.' },
      { role: 'user', content: 'Two?' },
    ];
    await (await ask({ messages })).text();
    const [{ headers, body }] = model.asked as [Asked];
    expect(headers.authorization).toBe(`Bearer ${key}`);
    expect(headers.cookie).toBeUndefined();
    expect(body).toMatchObject({ model: 'small-model', stream: true });
    expect(body.messages.slice(1)).toEqual(messages);
    expect(body.messages[0]?.role).toBe('system');
    expect(JSON.stringify(body)).not.toContain(ada.user_id);
  });

  test('ends the request to the model when the person stops it', async () => {
    model.replies((response) => {
      begin(response);
      response.write(part('A long'));
    });
    const stop = new AbortController();
    const response = await ask(question('Hi'), { signal: stop.signal });
    await response.body!.getReader().read();
    stop.abort();
    await model.asked[0]!.abandoned;
  });

  test('ends the request to the model when the person stops it before anything arrived', async () => {
    const { promise: reached, resolve } = Promise.withResolvers<Asked>();
    model.replies((_response, asked) => resolve(asked));
    const stop = new AbortController();
    const answer = ask(question('Hi'), { signal: stop.signal });
    const asked = await reached;
    stop.abort();
    await expect(answer).rejects.toThrow();
    await asked.abandoned;
  });

  test("gives up on a model that's silent for longer than ASSISTANT_TIMEOUT, with a sentence", async () => {
    model.replies((response) => {
      begin(response);
      response.write(part('Well'));
    });
    const lines = await linesOf(await ask(question('Hi')));
    expect(lines).toEqual([{ text: 'Well' }, { error: expect.stringContaining('took too long') }]);
    await model.asked[0]!.abandoned;

    model.replies(() => undefined);
    const never = await ask(question('Hi'));
    expect(never.status).toBe(503);
    expect(await never.json()).toEqual({ error: expect.stringContaining('took too long') });
  });

  test('reports a connection that breaks in the middle of an answer as a line', async () => {
    model.replies((response) => {
      begin(response);
      response.write(part('Well'), () => response.destroy());
    });
    expect((await linesOf(await ask(question('Hi')))).at(-1)).toEqual({ error: expect.any(String) });
  });

  test.each([401, 404, 429, 500])('answers 503 with a sentence when the service answers %i', async (status) => {
    model.replies((response) => refuse(response, status, { message: `Incorrect API key provided: ${key}` }));
    const response = await ask(question('Hi'));
    expect(response.status).toBe(503);
    const text = await response.text();
    expect(text).not.toContain('sk-');
    expect(text).toContain('assistant');
  });

  test('cuts an answer that exceeds the limits, and says so', async () => {
    model.replies((response) => stream(response, ['x'.repeat(limits.assistant.text), 'more']));
    const lines = await linesOf(await ask(question('Hi')));
    expect(lines.map(({ text }) => text ?? '').join('')).toHaveLength(limits.assistant.text);
    expect(lines.at(-1)).toEqual({ end: { complete: false } });
  });

  test("refuses what isn't a question within the limits without asking the model", async () => {
    const message = (content: string, role = 'user') => ({ role, content });
    const { text, conversation, messages } = limits.assistant;
    for (const broken of [
      [],
      [message('  ')],
      [message('x'.repeat(text + 1))],
      [message('Hi'), message('Hello', 'assistant')],
      Array.from({ length: messages + 1 }, () => message('x')),
      Array.from({ length: 3 }, () => message('x'.repeat(conversation / 3 + 1))),
    ]) {
      expect((await ask({ messages: broken })).status).toBe(422);
    }
    expect((await ask({ messages: [message('Hi', 'system')] })).status).toBe(422);
    expect((await ask({ messages: 'Hi' })).status).toBe(400);
    expect((await ask({ messages: [message('x'.repeat(300_000))] })).status).toBe(413);
    expect(model.asked).toEqual([]);
    expect((await ask({ messages: [message('😀'.repeat(text))] })).status).toBe(200);
  });
});

test('limits questions per person', async () => {
  const limited = await startWorld({
    settings: { RATE_LIMITS: 'on', ASSISTANT_URL: 'http://127.0.0.1:1/v1', ASSISTANT_MODEL: 'none' },
  });
  const [bob, cleo] = [await limited.person('bob'), await limited.person('cleo')];
  const statuses = [];
  for (let count = 0; count < 21; count += 1) {
    statuses.push((await bob.post('/v1/assistant/answers', { messages: [] })).status);
  }
  expect(statuses.slice(0, 20).every((status) => status === 422)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
  expect((await cleo.post('/v1/assistant/answers', question('Hi'))).status).toBe(503);
  await limited.close();
});

test('without a setting, tells members to ask their host, and names the settings only to those who run the site', async () => {
  const without = await startWorld();
  const bob = await without.person('bob');
  const settingsFor = async (role: string | null) => {
    await without.sql('update users set site_role = $1 where id = $2', [role, bob.user_id]);
    const { settings, ...rest } = (await bob.get('/v1/assistant')).body;
    expect(rest).toEqual({ configured: false, model: null });
    return settings;
  };
  for (const role of ['owner', 'admin']) expect(await settingsFor(role)).toContain('ASSISTANT_URL');
  for (const role of ['moderator', null]) expect(await settingsFor(role)).toBeNull();
  const answer = await bob.post('/v1/assistant/answers', question('Hi'));
  expect(answer.status).toBe(503);
  expect(answer.body.error).toBe('This Hubbub has no assistant. Ask whoever runs it to add one.');
  await without.close();
});
