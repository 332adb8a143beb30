import { limits } from '@hubbub/contract/platform/limits.ts';
import { pages } from '@hubbub/contract/platform/pages.ts';
import { type MailContent, siteName } from '#platform/mail/mail-content.ts';

const momentFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Sent after a log-in from a device that's new to the account. */
export function newDeviceMail(
  username: string,
  { device, address, at, token }: { device: string; address: string; at: Date; token: string },
): MailContent {
  return {
    kind: 'new device',
    subject: `New log-in to your ${siteName} account`,
    preview: `${device}. If that was you, there's nothing to do.`,
    heading: 'New log-in to your account',
    paragraphs: [
      `Someone logged in as ${username} on a device that's new to us: ${device}, from the network address ${address}, on ${momentFormat.format(at)} (UTC).`,
      "If that was you, there's nothing to do. If it wasn't, we'll log that device out and you'll choose a new password.",
    ],
    button: { label: "This wasn't me", path: `${pages.disown.path}?token=${encodeURIComponent(token)}` },
    note: `The link works for ${limits.disown.days} days. After that, set a new password instead: that logs out everyone who's logged in as you.`,
  };
}
