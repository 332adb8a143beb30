import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { activationTokenIn } from '#features/accounts/accounts.factory.ts';
import { startWorld, type World } from '../../../test/harness.ts';

interface Received extends Email {
  envelope: { from: string; to: string[] };
}

const password = 'a long enough password';

describe('mail over SMTP', () => {
  let received: Received[] = [];
  let refuse: ((address: string) => Error | undefined) | undefined;
  let server: SMTPServer | undefined;
  let world: World | undefined;
  const logins: string[] = [];

  /** A real SMTP server on loopback that requires a log-in. Port 0 picks a free one. */
  const startServer = async (port: number): Promise<number> => {
    const smtp = new SMTPServer({
      authOptional: false,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password: given }, _session, done) => {
        logins.push(`${username}:${given}`);
        done(null, { user: username });
      },
      onRcptTo: ({ address }, _session, done) => done(refuse?.(address)),
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          const mail = await PostalMime.parse(Buffer.concat(chunks));
          const from = envelope.mailFrom ? envelope.mailFrom.address : '';
          received.push({ ...mail, envelope: { from, to: envelope.rcptTo.map(({ address }) => address) } });
          done();
        });
      },
    });
    smtp.on('error', () => undefined);
    const listening = Promise.withResolvers<void>();
    smtp.listen(port, '127.0.0.1', () => listening.resolve());
    await listening.promise;
    server = smtp;
    const address = smtp.server.address();
    return typeof address === 'object' && address ? address.port : 0;
  };

  const stopServer = async () => {
    const stopped = Promise.withResolvers<void>();
    if (server) server.close(() => stopped.resolve());
    else stopped.resolve();
    server = undefined;
    await stopped.promise;
  };

  const openWorld = async (port: number) => {
    world = await startWorld({
      settings: {
        SMTP_URL: `smtp://sender:secret@127.0.0.1:${port}`,
        MAIL_FROM: 'Hubbub <post@hubbub.example.org>',
        PUBLIC_URL: 'https://hubbub.example.org',
      },
    });
    return world;
  };

  const register = async (to: World, email: string) => {
    const visitor = to.stranger();
    const { reg_id } = (await visitor.patch('/v1/register/email', { email })).body;
    await visitor.patch('/v1/register/username', { reg_id, username: 'ada' });
    expect((await visitor.post('/v1/users', { reg_id, password, confirm_password: password })).status).toBe(201);
  };

  const until = async (met: () => boolean | Promise<boolean>) => {
    const end = Date.now() + 15_000;
    while (!(await met())) {
      if (Date.now() > end) throw new Error('It did not happen within 15 seconds.');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  beforeEach(() => {
    received = [];
    refuse = undefined;
  });
  afterEach(async () => {
    await world?.close();
    world = undefined;
    await stopServer();
  });

  it('Unrequested mail has an unsubscribe header, which mail apps use without opening anything', async () => {
    const open = await openWorld(await startServer(0));
    const content = { kind: 'test', subject: 'News', preview: '', heading: 'News', paragraphs: [] };
    await open.platform.mail.deliver('ada@example.org', { ...content, unsubscribe: '/unsubscribe?token=a' });
    await until(() => received.length > 0);
    const headers = Object.fromEntries((received[0]?.headers ?? []).map(({ key, value }) => [key, value]));
    expect(headers['list-unsubscribe']).toBe('<https://hubbub.example.org/unsubscribe?token=a>');
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(received[0]?.text).toContain('https://hubbub.example.org/unsubscribe?token=a');
    expect(received[0]?.html).toContain('https://hubbub.example.org/unsubscribe?token=a');
  });

  it('Arrives as HTML and text with a link that works and the headers of automated mail', async () => {
    const open = await openWorld(await startServer(0));
    expect(open.platform.mail.outbox).toBeUndefined();
    await register(open, 'ada@example.org');
    await until(() => received.length > 0);
    const [mail] = received;
    expect(logins.at(-1)).toBe('sender:secret');
    expect(mail?.envelope).toEqual({ from: 'post@hubbub.example.org', to: ['ada@example.org'] });
    expect(mail?.from).toMatchObject({ name: 'Hubbub', address: 'post@hubbub.example.org' });
    expect(mail?.to).toEqual([expect.objectContaining({ address: 'ada@example.org' })]);
    expect(mail?.subject).toBe('Activate your Hubbub account');
    expect(mail?.messageId).toMatch(/^<[\w-]+@hubbub\.example\.org>$/);
    const headers = Object.fromEntries((mail?.headers ?? []).map(({ key, value }) => [key, value]));
    expect(headers['auto-submitted']).toBe('auto-generated');
    expect(headers.date).toBeTruthy();
    expect(mail?.text).toContain('https://hubbub.example.org/users/activate?token=');
    expect(mail?.html).toContain('https://hubbub.example.org/users/activate?token=');
    const token = activationTokenIn({ text: mail?.text ?? '' });
    expect((await open.stranger().put('/v1/users/activated', { token })).status).toBe(200);
  });

  it('A site with a name of its own sends mail under that name, whatever characters it contains', async () => {
    const open = await openWorld(await startServer(0));
    const name = 'Elm Street, "the" Society <x@y.example>';
    await open.sql('update site set name = $1', [name]);
    await register(open, 'ada@example.org');
    await until(() => received.length > 0);
    const [mail] = received;
    expect(mail?.envelope.from).toBe('post@hubbub.example.org');
    expect(mail?.from).toMatchObject({ name, address: 'post@hubbub.example.org' });
    expect(mail?.subject).toBe(`Activate your ${name} account`);
    expect(mail?.text).toContain(`your account on ${name}.`);
    expect(mail?.html).toContain('Elm Street, &quot;the&quot; Society &lt;x@y.example&gt;');
  });

  it('With the mail server down, the answer is the same and the mail arrives later', async () => {
    const port = await startServer(0);
    await stopServer();
    const open = await openWorld(port);
    await register(open, 'ada@example.org');
    const failed = () =>
      open.sql(
        "select last_error from graphile_worker.jobs where last_error is not null and task_identifier = 'accounts.send-activation'",
      );
    await until(async () => (await failed()).length > 0);
    const [job] = await failed();
    expect(job?.last_error).toContain("The mail server didn't accept the mail");
    expect(job?.last_error).not.toContain('ada@example.org');
    await startServer(port);
    await until(() => received.length > 0);
    const token = activationTokenIn({ text: received[0]?.text ?? '' });
    expect((await open.stranger().put('/v1/users/activated', { token })).status).toBe(200);
  });

  it("A temporary rejection is retried, a permanent one isn't", async () => {
    let tries = 0;
    refuse = (address) => {
      tries += 1;
      if (address === 'nobody@example.org') return Object.assign(new Error('no such person'), { responseCode: 550 });
      return tries < 2 ? Object.assign(new Error('come back later'), { responseCode: 451 }) : undefined;
    };
    const open = await openWorld(await startServer(0));
    await register(open, 'ada@example.org');
    await until(() => received.length > 0);
    expect(tries).toBe(2);

    const { mail, db } = open.platform;
    const content = { kind: 'test', subject: 'Hello', preview: '', heading: 'Hello', paragraphs: [] };
    await db.transaction((tx) => mail.send(tx, 'nobody@example.org', content));
    await until(() => tries > 2);
    await open.runJobs({ failuresAllowed: true });
    expect(await open.sql("select 1 from graphile_worker.jobs where task_identifier = 'mail.deliver'")).toEqual([]);
  });

  it('Is only sent if the transaction is stored', async () => {
    const open = await openWorld(await startServer(0));
    const { mail, db } = open.platform;
    const content = (subject: string) => ({ kind: 'test', subject, preview: '', heading: subject, paragraphs: [] });
    await expect(
      db.transaction(async (tx) => {
        await mail.send(tx, 'ada@example.org', content('never'));
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await db.transaction((tx) => mail.send(tx, 'ada@example.org', content('sent')));
    await open.runJobs();
    expect(received.map((each) => each.subject)).toEqual(['sent']);
  });

  it("What a person typed can't add a recipient or a header", async () => {
    const open = await openWorld(await startServer(0));
    const { mail } = open.platform;
    const subject = 'Hello\r\nBcc: victim@example.org';
    await mail.deliver('"x, victim@example.org" <ada@example.org>', {
      kind: 'test',
      subject,
      preview: '',
      heading: '',
      paragraphs: [],
    });
    await mail.deliver('ada@example.org', { kind: 'test', subject, preview: '', heading: '', paragraphs: [] });
    expect(received.flatMap((each) => each.envelope.to)).not.toContain('victim@example.org');
    expect(received.at(-1)?.bcc ?? []).toEqual([]);
  });
});
