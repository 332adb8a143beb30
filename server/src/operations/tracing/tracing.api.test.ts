import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../../test/harness.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    'test.traced': { address: string };
  }
}

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** An OTLP over HTTP receiver, and another server that a traced one calls. */
const spans: Span[] = [];
const asked: IncomingMessage[] = [];
const watchers = new Set<() => void>();
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  if (request.url === '/v1/traces') {
    const body = JSON.parse(Buffer.concat(chunks).toString());
    for (const { scopeSpans } of body.resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
    for (const look of [...watchers]) look();
  } else {
    asked.push(request);
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
const other = createServer((request, response) => {
  asked.push(request);
  response.end('hello');
});

/** A mail server that accepts everything except mail for `refused@example.org`. */
const mails: string[] = [];
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo: ({ address }, _session, done) =>
    done(
      address.startsWith('refused@') ? Object.assign(new Error('nobody of that name'), { responseCode: 550 }) : null,
    ),
  onData: async (stream, _session, done) => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    mails.push(Buffer.concat(chunks).toString());
    done();
  },
});

const addressOf = (server: typeof receiver) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const attribute = (span: Span, key: string) => {
  const value = span.attributes.find((one) => one.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};

function spanWhere(matches: (span: Span) => boolean): Promise<Span> {
  return new Promise((resolve) => {
    const look = () => {
      const found = spans.find(matches);
      if (!found) return;
      watchers.delete(look);
      resolve(found);
    };
    watchers.add(look);
    look();
  });
}

let world: World;

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  other.listen(0, '127.0.0.1');
  await Promise.all([once(receiver, 'listening'), once(other, 'listening')]);
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', () => resolve()));
  world = await startWorld({
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: addressOf(receiver),
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=secret',
      SMTP_URL: `smtp://127.0.0.1:${(mailServer.server.address() as AddressInfo).port}`,
    },
  });
});
afterAll(async () => {
  await world.close();
  receiver.close();
  other.close();
  await new Promise<void>((resolve) => mailServer.close(() => resolve()));
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

test("a request continues the sender's trace, and its statements are children of it", async () => {
  const ann = await world.person('ann');
  const answer = await ann.get('/v1/posts', { traceparent });
  expect(answer.status).toBe(200);
  const request = await spanWhere((span) => span.traceId === traceId && span.name === 'GET /v1/posts');
  expect(request.parentSpanId).toBe('b7ad6b7169203331');
  expect(attribute(request, 'http.response.status_code')).toBe(200);
  expect(attribute(request, 'hubbub.request_id')).toBe(answer.headers.get('x-request-id'));
  const statement = await spanWhere((span) => span.parentSpanId === request.spanId);
  expect(attribute(statement, 'db.system.name')).toBe('postgresql');
});

test("a request with a body is one trace: its statements, the job it enqueued, and that job's requests to another server", async () => {
  const { platform } = world;
  const ann = await world.person('bob');
  const before = spans.length;
  await ann.post('/v1/posts', { content: 'hello' });
  const post = await spanWhere((span) => spans.indexOf(span) >= before && span.name.startsWith('POST '));
  await spanWhere((span) => span.parentSpanId === post.spanId && attribute(span, 'db.system.name') === 'postgresql');

  const [done, told] = [Promise.withResolvers<void>(), `${addressOf(other)}/secret?key=1`];
  const { tracing } = platform;
  if (!tracing) throw new Error('tracing is off');
  await platform.jobs.stop();
  platform.jobs.define('test.traced', async ({ address }) => {
    await (await fetch(address)).text();
    done.resolve();
  });
  await platform.jobs.start();
  const span = tracing.begin({ name: 'whoever enqueues', kind: 'server', attributes: {} }, { traceparent });
  await span.within(() => platform.jobs.add(platform.db.kysely, 'test.traced', { address: told }));
  span.end();
  await done.promise;
  const job = await spanWhere(({ name }) => name === 'test.traced');
  expect(job.traceId).toBe(traceId);
  const outgoing = await spanWhere(({ parentSpanId }) => parentSpanId === job.spanId);
  expect(attribute(outgoing, 'server.address')).toBe(new URL(told).host);
  expect(JSON.stringify(outgoing)).not.toContain('secret');
  expect(asked[0]?.headers.traceparent).toBe(`00-${traceId}-${outgoing.spanId}-01`);
});

test('a mail is a span of the job that sends it: its server and kind, but no address and none of its text', async () => {
  const { platform } = world;
  const [seen, trace] = [spans.length, '1bf7651916cd43dd8448eb211c80319d'];
  const { tracing } = platform;
  if (!tracing) throw new Error('tracing is off');
  const words = { subject: 'the subject', preview: 'the preview', heading: 'the heading', paragraphs: ['the text'] };
  const span = tracing.begin(
    { name: 'whoever sends', kind: 'server', attributes: {} },
    { traceparent: `00-${trace}-b7ad6b7169203331-01` },
  );
  for (const to of ['taken@example.org', 'refused@example.org']) {
    await span.within(() => platform.mail.send(platform.db.kysely, to, { kind: 'test', ...words }));
  }
  span.end();
  const ofMail = (isRefused: boolean) =>
    spanWhere(
      (one) =>
        spans.indexOf(one) >= seen &&
        one.name === 'SMTP send' &&
        (attribute(one, 'smtp.response.status_code') === 550) === isRefused,
    );
  const [taken, refused] = [await ofMail(false), await ofMail(true)];
  expect(mails).toHaveLength(1);
  for (const one of [taken, refused]) {
    expect(one.traceId).toBe(trace);
    expect(attribute(one, 'server.address')).toBe('127.0.0.1');
    expect(attribute(one, 'hubbub.mail.kind')).toBe('test');
    const job = await spanWhere(({ spanId }) => spanId === one.parentSpanId);
    expect(job.name).toBe('mail.deliver');
  }
  expect(attribute(refused, 'error.type')).toBe('EENVELOPE');
  expect(JSON.stringify(spans.slice(seen))).not.toMatch(/example\.org|the (subject|preview|heading|text)|nobody of/);
});

test('no span contains what people write, and exporting spans creates none', async () => {
  const ann = await world.person('carla');
  await ann.post('/v1/posts', { content: 'nobody but people shall read this' });
  await spanWhere((span) => span.name.startsWith('POST ') && spans.indexOf(span) > 0);
  expect(JSON.stringify(spans)).not.toContain('nobody but people');
  expect(spans.filter((span) => attribute(span, 'server.address') === new URL(addressOf(receiver)).host)).toEqual([]);
});
