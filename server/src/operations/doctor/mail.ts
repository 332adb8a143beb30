import nodemailer, { type NodemailerError } from 'nodemailer';
import type { Config } from '#platform/config/config.ts';
import { type Finding, findingsAbout } from '#platform/errors/finding.ts';
import { certificateFault } from './certificate.ts';

/** Connects to the mail server and logs in, as it would for a mail; sends none. */
export async function examineMail({ smtpUrl, mailFrom, isLocal }: Config): Promise<Finding[]> {
  const { ok, off, warning, failed } = findingsAbout('mail');
  if (smtpUrl === undefined) {
    return isLocal
      ? [off("SMTP_URL isn't set: mail waits at /dev/mail.")]
      : [
          failed(
            "SMTP_URL isn't set, but others can reach this server: nobody gets the mail that activates an account.",
            'Set SMTP_URL and MAIL_FROM.',
          ),
        ];
  }
  const { host } = new URL(smtpUrl);
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: 8000,
    greetingTimeout: 8000,
    socketTimeout: 8000,
  });
  try {
    await transport.verify();
    const findings = [ok(`${host} accepts mail from this server.`)];
    if (/@localhost>?\s*$/.test(mailFrom)) {
      findings.push(
        warning(
          'MAIL_FROM ends with @localhost, which other mail servers refuse.',
          'Set it to an address of your domain.',
        ),
      );
    }
    return findings;
  } catch (error) {
    const { code = 'no code', responseCode, originalCode } = error as NodemailerError & { originalCode?: string };
    const certificate = certificateFault({ code: originalCode }, host);
    if (certificate) return [failed(certificate.found, certificate.fix)];
    const words = [code, responseCode].filter(Boolean).join(' ');
    return [
      code === 'EAUTH'
        ? failed(
            `${host} refuses this user (${words}).`,
            'Correct the user and password in SMTP_URL. Encode special characters in them, such as % as %25.',
          )
        : failed(
            `${host} can't be used (${words}).`,
            'Correct SMTP_URL: smtps:// is for TLS from the start (port 465), smtp:// for everything else (587). Open the port.',
          ),
    ];
  } finally {
    transport.close();
  }
}
