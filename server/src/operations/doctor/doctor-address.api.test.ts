import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { doctorsRoom } from '../../../test/doctor-run.ts';
import { testWorld } from '../../../test/harness.ts';
import { hasProgram } from '../../../test/programs.ts';

const { folder, ends, look } = await doctorsRoom();
const world = await testWorld();

/** A proxy in front of a server that changes the beginning of each request; undefined: it refuses it. @returns its origin */
async function startProxy(change: (head: string) => string | undefined): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (first: Buffer) => {
      const head = change(first.toString('latin1'));
      if (head === undefined) return void socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
      const onward = connect(Number(new URL(world.origin).port), '127.0.0.1');
      onward.on('error', () => socket.destroy());
      onward.write(head, 'latin1');
      socket.pipe(onward).pipe(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const isForSocket = (head: string) => head.startsWith('GET /socket.io/');
const withoutUpgrade = (head: string) => head.replace(/^upgrade: .*\r\n/im, '');
const withoutConnection = (head: string) => head.replace(/^connection: .*\r\n/im, 'Connection: close\r\n');
const asOldVersion = (head: string) => head.replace('HTTP/1.1', 'HTTP/1.0');
const address = async (publicUrl: string, settings: Record<string, string> = {}) =>
  (await look({ PUBLIC_URL: publicUrl, ...settings })).filter(({ about }) => about === 'address');

test('reports that live updates get through a proxy that passes on websockets', async () => {
  const findings = await address(await startProxy((head) => head));
  expect(findings.map(({ state }) => state)).toEqual(['ok', 'ok']);
  expect(findings[1]?.found).toMatch(/^Live updates get through/);
});

test.each([
  ['Upgrade', withoutUpgrade, ['proxy_set_header Upgrade $http_upgrade;']],
  ['Connection', withoutConnection, ['proxy_set_header Connection "upgrade";']],
  [
    'everything that nginx leaves out by itself',
    (head: string) => asOldVersion(withoutUpgrade(withoutConnection(head))),
    ['proxy_http_version 1.1;', 'proxy_set_header Upgrade $http_upgrade;', 'proxy_set_header Connection "upgrade";'],
  ],
] as const)('says which line of the proxy is missing if it leaves out %s', async (_what, change, lines) => {
  const [healthy, sockets] = await address(await startProxy((head) => (isForSocket(head) ? change(head) : head)));
  expect(healthy?.state).toBe('ok');
  expect(sockets).toMatchObject({ state: 'failed', found: expect.stringContaining("live updates don't get through") });
  expect(sockets?.fix?.match(/proxy_[^;]+;/g)).toEqual(lines);
});

test('reports a proxy that answers websockets itself', async () => {
  const [, sockets] = await address(await startProxy((head) => (isForSocket(head) ? undefined : head)));
  expect(sockets).toMatchObject({ state: 'failed', found: expect.stringContaining('status 403 itself') });
  expect(sockets?.fix).toContain('/socket.io/');
});

test.skipIf(!hasProgram('openssl'))(
  "tells a certificate that isn't trusted from an address that can't be reached (needs openssl)",
  async () => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync('openssl', ['req', ...made, ...name, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, answer) =>
      answer.end(),
    );
    await new Promise<void>((resolve) => server.listen(0, resolve));
    ends.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const origin = `https://localhost:${port}`;
    const [untrusted] = await address(origin);
    expect(untrusted).toMatchObject({
      state: 'failed',
      found: expect.stringMatching(/answers, but this machine doesn't trust its certificate \(\w+\)/),
      fix: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
    // The other services whose certificates it checks.
    const services = await look({
      MEETING_URL: origin,
      ASSISTANT_URL: `${origin}/v1`,
      ASSISTANT_MODEL: 'small',
      SMTP_URL: `smtps://user:password@localhost:${port}`,
    });
    for (const about of ['meetings', 'assistant', 'mail']) {
      const found = services.find((finding) => finding.about === about);
      expect(found, about).toMatchObject({ state: 'failed', fix: expect.stringContaining('NODE_EXTRA_CA_CERTS') });
    }
    // Last, because from then on this process trusts it: read as a setting, because Node ignores it in an --env-file.
    const [trusted] = await address(origin, { NODE_EXTRA_CA_CERTS: cert });
    expect(trusted).toMatchObject({ state: 'ok' });
  },
);
