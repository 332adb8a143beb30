import nodemailer, { type NodemailerError } from 'nodemailer';
import type { Db } from '#platform/database/database.ts';
import { newId } from '#platform/ids.ts';
import type { JobMap, Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/logging/logging.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import type { MailContent } from './mail-content.ts';
import type { Outbox } from './outbox.ts';
import { renderMail } from './render-mail.ts';

export interface Mail {
  /**
   * Queues a mail in the transaction: it's sent once that's committed, and retried for days while the mail server is down. The content
   * waits in the database, so a mail that contains a secret is sent with `deliver`, from a job that creates the secret.
   */
  send(tx: Db, to: string, content: MailContent): Promise<void>;
  /**
   * Sends a mail right away. For jobs: throws if the mail server can't accept it now, and the job is retried. A mail that the server
   * rejects permanently is logged and given up.
   */
  deliver(to: string, content: MailContent): Promise<void>;
  /** Undefined if there's a mail server. */
  outbox: Outbox | undefined;
  close(): void;
}

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    'mail.deliver': { to: string; content: MailContent; messageId: string };
  }
}

interface MailOptions {
  config: { smtpUrl: string | undefined; mailFrom: string; publicUrl: string };
  /** Where mail goes without a mail server. */
  outbox: Outbox;
  jobs: Jobs;
  log: Log;
  tracing: Tracing | undefined;
  /** The site's name; undefined: it has none of its own. */
  siteName: () => Promise<string | undefined>;
}

/** Sends one mail; throws if it should be retried. */
type Transport = (mail: JobMap['mail.deliver']) => Promise<void>;

/** Covers about four days of mail server downtime, with graphile-worker's backoff. */
const attempts = 25;

export function createMail(options: MailOptions): Mail {
  const { config, jobs } = options;
  const { outbox, transport, close } =
    config.smtpUrl === undefined ? toOutbox(options) : toServer(config.smtpUrl, options);
  jobs.define('mail.deliver', transport, { maxAttempts: attempts });
  return {
    outbox,
    close,
    // The id is set here, so that a retry is recognized as the same mail.
    send: (tx, to, content) => jobs.add(tx, 'mail.deliver', { to, content, messageId: newId() }),
    deliver: (to, content) => transport({ to, content, messageId: newId() }),
  };
}

interface Way {
  transport: Transport;
  outbox: Outbox | undefined;
  close(): void;
}

/** The sender as people see it: the site's name, and before it has one, what MAIL_FROM says. */
function senderOf(mailFrom: string, site: string | undefined): string | { name: string; address: string } {
  return site === undefined ? mailFrom : { name: site, address: /<([^>]*)>/.exec(mailFrom)?.[1] ?? mailFrom };
}

function toOutbox({ config, outbox, siteName }: MailOptions): Way {
  return {
    outbox,
    async transport({ to, content }) {
      const site = await siteName();
      const sender = senderOf(config.mailFrom, site);
      const from = typeof sender === 'string' ? sender : `${sender.name} <${sender.address}>`;
      await outbox.put({ from, to, ...renderMail(content, config.publicUrl, site) });
    },
    close: () => undefined,
  };
}

function toServer(smtpUrl: string, { config, log, tracing, siteName }: MailOptions): Way {
  const pool = createSmtpPool(smtpUrl);
  const { hostname } = new URL(smtpUrl);
  return {
    outbox: undefined,
    close: () => pool.close(),
    async transport({ to, content, messageId }) {
      const about = { mail: content.kind, messageId };
      const site = await siteName();
      const span = tracing?.startChild({
        name: 'SMTP send',
        kind: 'client',
        attributes: { 'server.address': hostname, 'hubbub.mail.kind': content.kind },
      });
      try {
        await pool.sendMail({
          from: senderOf(config.mailFrom, site),
          // As an object it's one address, whatever characters it contains.
          to: { name: '', address: to },
          messageId: `<${messageId}@${domainOf(config.mailFrom)}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...unsubscribing(content, config.publicUrl),
          },
          ...renderMail(content, config.publicUrl, site),
        });
        span?.end();
        log.info(about, 'mail sent');
      } catch (error) {
        // The server's messages may repeat the address, so only its codes are logged and thrown.
        const { code, command, responseCode, permanent } = error as NodemailerError;
        const reason = { ...about, code, command, responseCode };
        const attributes = responseCode === undefined ? {} : { 'smtp.response.status_code': responseCode };
        span?.end({ attributes, error: code ?? 'unknown' });
        if (permanent && (command === 'RCPT TO' || command === 'DATA')) {
          log.warn(reason, 'mail refused for good; giving up');
          return;
        }
        log.warn(reason, 'mail not sent; will retry');
        throw new Error(`The mail server didn't accept the mail: ${code ?? 'no code'} ${responseCode ?? ''}`.trim());
      }
    },
  };
}

/** How mail apps let people end mail of this kind (RFC 2369 and 8058). */
const unsubscribing = ({ unsubscribe }: MailContent, publicUrl: string): Record<string, string> =>
  unsubscribe === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${publicUrl}${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };

/** A few connections that are kept open for the next mail. Settings in the URL (`?pool=…`) take precedence. */
function createSmtpPool(url: string) {
  return nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The domain of `Name <someone@domain>` or `someone@domain`. */
function domainOf(from: string): string {
  return /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
