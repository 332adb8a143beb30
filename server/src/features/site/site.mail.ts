import { pages } from '@hubbub/contract/platform/pages.ts';
import type { SiteRole } from '@hubbub/contract/platform/shapes.ts';
import { timeFormat } from '#platform/clock/formats.ts';
import { type MailContent, siteName } from '#platform/mail/mail-content.ts';

const roleNames: Record<SiteRole, string> = { owner: 'an owner', admin: 'an admin', moderator: 'a moderator' };

const setUp = { label: 'Open your security settings', path: pages.security.path };

/** Sent to team members who need a second factor, and once more before the deadline. */
export function secondFactorMail(username: string, role: SiteRole, dueAt: Date): MailContent {
  const end = `${timeFormat.format(dueAt)} (UTC)`;
  return {
    kind: 'second factor needed',
    subject: `Set up a second factor for ${siteName}`,
    preview: `You have until ${end}.`,
    heading: 'Set up a second factor',
    paragraphs: [
      `You're ${roleNames[role]} of this site, as ${username}. So that nobody gets in with your password alone, the site needs a second factor of you: a passkey, or codes from an authenticator app.`,
      `You have until ${end}. After that, your team rights pause until you set one up. Everything else keeps working.`,
    ],
    button: setUp,
  };
}

/** Sent when somebody's team rights pause. */
export function teamRightsPausedMail(username: string, role: SiteRole): MailContent {
  return {
    kind: 'team rights paused',
    subject: `Your team rights on ${siteName} are paused`,
    preview: "Set up a second factor, and they're back right away.",
    heading: 'Your team rights are paused',
    paragraphs: [
      `You're ${roleNames[role]} of this site, as ${username}, and it needs a second factor of you. Until you set one up, you can do what every member can.`,
      "Add a passkey or turn on one-time codes in your security settings, and your team rights are back right away. You don't need to log in again.",
    ],
    button: setUp,
  };
}
