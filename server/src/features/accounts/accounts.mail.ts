import { pages } from '@hubbub/contract/platform/pages.ts';
import { timeFormat } from '#platform/clock/formats.ts';
import { type MailContent, siteName } from '#platform/mail/mail-content.ts';

/** The link that activates an account. Existing clients only know this path; ours knows both. */
export function activationMail(username: string, token: string, expiresAt: Date): MailContent {
  return {
    kind: 'activation',
    subject: `Activate your ${siteName} account`,
    preview: `${username} is ready. If it isn't yours, you can delete it.`,
    heading: `Activate ${username}`,
    paragraphs: [
      `Someone registered the account ${username} with your email address. If that was you, activate it, then log in.`,
      `If it wasn't you, open the link and choose "This wasn't me". That deletes the registration.`,
    ],
    button: { label: 'Activate account', path: `${pages.activateUser.path}?token=${encodeURIComponent(token)}` },
    note: `The link works until ${timeFormat.format(expiresAt)}. If nobody activates the account by then, it's deleted.`,
  };
}

/** The one-time code for a forgotten password. `minutes`: how long it stays valid. */
export function codeMail(username: string, code: string, minutes: number): MailContent {
  const span = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return {
    kind: 'one-time code',
    subject: `Your ${siteName} code`,
    preview: `Use it within ${span} to set a new password.`,
    heading: 'Your one-time code',
    paragraphs: [`Enter this code to set a new password for ${username}.`],
    code,
    note: `It works for ${span}, in the browser where you asked for it. Don't share it with anyone. If you didn't ask for it, ignore this email: your password stays the same.`,
  };
}

/** Sent after a password change. */
export function passwordChangedMail(username: string): MailContent {
  return {
    kind: 'password changed',
    subject: `Your ${siteName} password was changed`,
    preview: "If that was you, there's nothing to do.",
    heading: 'Your password was changed',
    paragraphs: [
      `The password for ${username} was changed. If that was you, there's nothing to do.`,
      "If it wasn't you, set a new password now. That logs out everyone who's logged in as you.",
    ],
    button: { label: 'Set a new password', path: pages.forgotPassword.path },
  };
}

/** The team deletes somebody's account. `text`: the reason; may be blank. */
export interface DeletedByTeam {
  text: string;
}

/** How a mail about a deletion begins if the account's owner didn't delete it. */
export const byTeamWords = (byTeam: DeletedByTeam | undefined): string[] =>
  byTeam ? ["The site's team decided to delete your account.", ...(byTeam.text === '' ? [] : [byTeam.text])] : [];

/** Sent after an account is deleted. */
export function accountDeletedMail(username: string, byTeam?: DeletedByTeam): MailContent {
  return {
    kind: 'account deleted',
    subject: `Your ${siteName} account was deleted`,
    preview: 'Your posts, comments, votes and pictures are gone.',
    heading: 'Your account was deleted',
    paragraphs: [
      ...byTeamWords(byTeam),
      `We deleted the account ${username} with its profile, posts, comments, votes and memberships, and every picture, video and sound you sent.`,
      'The text of messages you sent stays with the people you wrote to, without your name: they see "Deleted User".',
      "Existing backups of this server may contain your data until they're replaced.",
      'You can create a new account at any time.',
    ],
  };
}

/** Sent when the team accepts somebody. */
export function acceptedMail(username: string): MailContent {
  return {
    kind: 'request accepted',
    subject: "You're in: your account was approved",
    preview: 'You can log in now.',
    heading: "You're in",
    paragraphs: [`The team approved the account ${username}. You can log in now.`],
    button: { label: 'Log in', path: pages.login.path },
  };
}

/** Sent when the team refuses somebody; their account has been deleted. */
export function refusedMail(username: string): MailContent {
  return {
    kind: 'request refused',
    subject: "Your account wasn't approved",
    preview: "We've deleted what you sent us.",
    heading: "Your account wasn't approved",
    paragraphs: [
      `The team decided not to approve the account ${username}. We've deleted it, along with everything you sent us.`,
      'If you think this is a mistake, contact whoever runs the site.',
    ],
  };
}

/** Sent to people the team added. */
export function loginLinkMail(username: string, path: string, days: number): MailContent {
  return {
    kind: 'login link',
    subject: `Your ${siteName} account`,
    preview: 'Choose a password to log in.',
    heading: 'Your account is ready',
    paragraphs: [`The site's team made an account for you. Your username is ${username}. Choose a password to log in.`],
    button: { label: 'Choose a password', path },
    note: `The link works once, within ${days} days. Keep it to yourself. If it no longer works, ask the team for a new one.`,
  };
}

/** Sent when the team resets somebody's password. */
export function passwordResetByTeamMail(username: string, { hadPasskeys }: { hadPasskeys: boolean }): MailContent {
  return {
    kind: 'password reset by the team',
    subject: `Your ${siteName} password was reset`,
    preview: 'Ask the team for your log-in link, or set a new password by email.',
    heading: 'Your password was reset',
    paragraphs: [
      `The site's team reset the password for ${username} and logged it out everywhere. They have a link that lets you choose a new one.`,
      ...(hadPasskeys ? ['Your passkeys were removed. You can add them again in your security settings.'] : []),
      'You can also set a new password with a code that we email you.',
    ],
    button: { label: 'Set a new password', path: pages.forgotPassword.path },
  };
}

/** Sent when the team logs somebody out everywhere. */
export function loggedOutByTeamMail(username: string): MailContent {
  return {
    kind: 'logged out by the team',
    subject: `You were logged out of ${siteName}`,
    preview: 'Log in again to continue.',
    heading: 'You were logged out everywhere',
    paragraphs: [
      `The site's team ended all sessions of ${username}. You can log in again right away.`,
      "If you didn't ask for this, ask the team why. If you think somebody knows your password, change it.",
    ],
    button: { label: 'Log in', path: pages.login.path },
  };
}

/**
 * Sent when the team changes somebody's name, username or email; also to their previous email. @param change the new
 * value; undefined: unchanged
 */
export function changedByTeamMail(
  username: string,
  change: { name?: string | null | undefined; username?: string | undefined; email?: string | null | undefined },
): MailContent {
  const { name, username: renamed, email } = change;
  return {
    kind: 'changed by the team',
    subject: `Your ${siteName} account was changed`,
    preview: "The site's team changed your name, username or email.",
    heading: 'Your account was changed',
    paragraphs: [
      `The site's team changed the account ${username}.`,
      ...(name === undefined ? [] : [name === null ? 'It no longer has a name.' : `Its name is ${name} now.`]),
      ...(renamed === undefined ? [] : [`Its username is ${renamed} now. Log in with that from now on.`]),
      ...(email === undefined
        ? []
        : [email === null ? 'It no longer has an email.' : `Its email is ${email} now. We write to that from now on.`]),
      "If you didn't ask for this, ask the team why.",
    ],
    button: { label: 'Log in', path: pages.login.path },
  };
}

/** Sent when the team downloads somebody's data. */
export function exportedByTeamMail(username: string): MailContent {
  return {
    kind: 'exported by the team',
    subject: `Your ${siteName} data was downloaded`,
    preview: "The site's team asked for a copy of your account, posts and comments.",
    heading: 'Your data was downloaded',
    paragraphs: [
      `The site's team asked for a copy of what's in the account ${username}: the account itself, its posts and comments, the files of its posts and profile, and the communities it's in.`,
      "Your messages, votes, reactions and settings aren't part of it.",
      "If you didn't ask for this, ask the team why.",
    ],
    button: { label: 'Log in', path: pages.login.path },
  };
}
