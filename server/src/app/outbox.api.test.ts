import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../test/harness.ts';
import { openOutbox } from './outbox-folder.ts';

const mail = {
  from: 'Hubbub <hubbub@localhost>',
  to: 'ada@example.org',
  subject: 'Hello',
  text: 'text',
  html: '<p>html</p>',
};

describe('the outbox', () => {
  it("Stores the mail that would have been sent, newest first, readable only by the files' owner", async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'outbox');
    const outbox = openOutbox(folder);
    expect(await outbox.list()).toEqual([]);
    await outbox.put(mail);
    await outbox.put({ ...mail, subject: 'Second' });
    const mails = await outbox.list();
    expect(mails.map(({ subject }) => subject)).toEqual(['Second', 'Hello']);
    expect(await outbox.find(mails[0]?.id ?? '')).toEqual(mails[0]);
    const [name = ''] = await readdir(folder);
    expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
    await rm(join(folder, '..'), { recursive: true });
  });

  it('Reads only its own files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outbox-'));
    await writeFile(join(folder, 'secret.json'), '{"id":"secret"}');
    const outbox = openOutbox(join(folder, 'outbox'));
    expect(await outbox.find('../secret')).toBeUndefined();
    expect(await outbox.find('01890a5d-ac96-774b-bcce-b302099a8057')).toBeUndefined();
    await rm(folder, { recursive: true });
  });

  it('Deletes everything older than the latest 500 mails', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outbox-'));
    const outbox = openOutbox(folder);
    for (let count = 0; count < 503; count += 1) await outbox.put({ ...mail, subject: `Mail ${count}` });
    const mails = await outbox.list();
    expect(mails).toHaveLength(500);
    expect(mails.at(-1)?.subject).toBe('Mail 3');
    await rm(folder, { recursive: true });
  });
});

describe('/dev/mail', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  it("Explains itself while there's no mail", async () => {
    const answer = await world.stranger().get('/dev/mail');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('No mail yet');
  });

  it('Lists the mail and shows each one, its HTML in a sandboxed frame with a policy of its own', async () => {
    await world.platform.mail.deliver('ada@example.org', {
      kind: 'test',
      subject: 'Hello <b>Ada</b>',
      preview: '',
      heading: 'Hello',
      paragraphs: [],
      button: { label: 'Go', path: '/users/activate?token=abc' },
    });
    const list = await world.stranger().get('/dev/mail');
    expect(list.body).toContain('Hello &lt;b&gt;Ada');
    expect(list.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    const link = /href="(\/dev\/mail\/[\w-]+)"/.exec(list.body)?.[1] ?? '';
    const page = await world.stranger().get(link);
    expect(page.body).toContain('ada@example.org');
    expect(page.body).toMatch(/<iframe src="[^"]+\/html"[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    expect(page.body).toContain('<a href="http://localhost/users/activate?token=abc">');
    expect(page.body).not.toContain('<script');
    const frame = await world.stranger().get(`${link}/html`);
    expect(frame.body).toContain('<base target="_blank">');
    const policy = frame.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain('sandbox ');
  });

  it("Answers 404 for a mail that doesn't exist", async () => {
    for (const id of ['nothing', '01890a5d-ac96-774b-bcce-b302099a8057', '..%2f..%2fsecret']) {
      expect((await world.stranger().get(`/dev/mail/${id}`)).status).toBe(404);
      expect((await world.stranger().get(`/dev/mail/${id}/html`)).status).toBe(404);
    }
  });

  /** The status of the list, requested from one of this machine's addresses with these headers. */
  const ask = (headers: Record<string, string>, localAddress = '127.0.0.1') =>
    new Promise((resolve, reject) => {
      request(`${world.origin}/dev/mail`, { headers, localAddress }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });

  it.each(['localhost', 'localhost:3000', '127.0.0.1', '[::1]:3000'])('Is served under the name %s', async (host) => {
    expect(await ask({ host })).toBe(200);
    expect(await ask({ host }, '127.0.0.2')).toBe(200);
  });

  it.each([
    'attacker.example',
    'localhost.attacker.example',
    '127.0.0.1.attacker.example',
    'localhost:80@attacker.example',
  ])("Isn't served under the name %s, which someone else may point at this machine", async (host) => {
    expect(await ask({ host })).toBe(404);
  });

  it.each([
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Forwarded-Something-New',
    'Forwarded',
    'Via',
    'X-Real-IP',
    'CF-Connecting-IP',
    'CF-Ray',
    'True-Client-IP',
    'X-Client-IP',
    'X-Original-Host',
    'Fly-Client-IP',
    'Fastly-Client-IP',
    'Tailscale-User-Login',
  ])('Refuses a request that was forwarded with %s, whatever Host says', async (header) => {
    for (const value of ['127.0.0.1', '']) expect(await ask({ host: 'localhost', [header]: value })).toBe(404);
  });

  it.each([
    { PUBLIC_URL: 'https://hubbub.example.org' },
    { SMTP_URL: 'smtp://127.0.0.1:1' },
    { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost' },
  ])("Doesn't exist with %j", async (settings) => {
    const other = await startWorld({ settings });
    try {
      expect((await other.stranger().get('/dev/mail')).status).toBe(404);
    } finally {
      await other.close();
    }
  });
});
