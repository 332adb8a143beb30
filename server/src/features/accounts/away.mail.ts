import { pages } from '@hubbub/contract/platform/pages.ts';
import { dayFormat, timeFormat } from '#platform/clock/formats.ts';
import { type MailContent, siteName } from '#platform/mail/mail-content.ts';
import { byTeamWords, type DeletedByTeam } from './accounts.mail.ts';

const logIn = { label: 'Log in', path: pages.login.path };

/** Sent after somebody deactivates their account. */
export function deactivatedMail(username: string, endsAt: Date): MailContent {
  return {
    kind: 'account deactivated',
    subject: `Your ${siteName} account is deactivated`,
    preview: 'Log in whenever you want to come back.',
    heading: 'Your account is deactivated',
    paragraphs: [
      `Nobody sees the account ${username}, its posts or its comments anymore. Messages you sent stay with the people you wrote to.`,
      `To come back, log in: everything will be there as you left it. We keep it until ${dayFormat.format(endsAt)}, and email you before we delete it.`,
      "If it wasn't you who deactivated it, log in and change your password.",
    ],
    button: logIn,
  };
}

/** Sent some weeks before a deactivated account is deleted. */
export function endingMail(username: string, endsAt: Date): MailContent {
  return {
    kind: 'deactivated account ending',
    subject: `We'll soon delete your ${siteName} account`,
    preview: `Log in before ${dayFormat.format(endsAt)} to keep it.`,
    heading: 'Do you want to keep your account?',
    paragraphs: [
      `The account ${username} has been deactivated for almost a year. We'll delete it on ${dayFormat.format(endsAt)}, with everything in it.`,
      "To keep it, log in once before then. If you don't need it anymore, there's nothing to do.",
    ],
    button: logIn,
  };
}

/** Sent when somebody deletes their account on a site that gives them time to change their mind. */
export function deletionMail(
  username: string,
  { token, endsAt, byTeam }: { token: string; endsAt: Date; byTeam?: DeletedByTeam | undefined },
): MailContent {
  return {
    kind: 'account being deleted',
    subject: `We're deleting your ${siteName} account`,
    preview: `You can change your mind until ${timeFormat.format(endsAt)} (UTC).`,
    heading: "We're deleting your account",
    paragraphs: [
      ...byTeamWords(byTeam),
      `Nobody sees the account ${username}, its posts or its comments anymore, and nobody can log in to it.`,
      `On ${timeFormat.format(endsAt)} (UTC) we'll delete it for good. If you change your mind before then, bring it back.`,
    ],
    button: { label: 'Bring my account back', path: `${pages.returning.path}?token=${encodeURIComponent(token)}` },
    note: "Only this link brings it back: you can't log in meanwhile. Keep this email if you may still change your mind.",
  };
}
