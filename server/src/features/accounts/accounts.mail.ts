import { limits } from '@hubbub/contract/platform/limits.ts';
import type { MailContent } from '#platform/mail/mail-content.ts';

/** The link that activates an account. */
export function activationMail(username: string, token: string): MailContent {
  return {
    kind: 'activation',
    subject: 'Activate your Hubbub account',
    preview: 'One click and you can log in.',
    heading: `Welcome, ${username}`,
    paragraphs: ['Your account is ready. Activate it, then log in.'],
    button: { label: 'Activate account', path: `/account/activate?token=${encodeURIComponent(token)}` },
    note: `The link works for ${limits.activation.days} days. If you did not create this account, ignore this mail.`,
  };
}

/** The one-time code of a forgotten password. */
export function codeMail(username: string, code: string): MailContent {
  return {
    kind: 'one-time code',
    subject: 'Your Hubbub code',
    preview: `Use it within ${limits.otp.minutes} minutes to set a new password.`,
    heading: 'Your one-time code',
    paragraphs: [`Enter this code to set a new password for ${username}.`],
    code,
    note: `It works for ${limits.otp.minutes} minutes. Do not give it to anyone. If you did not ask for it, ignore this mail: your password stays as it is.`,
  };
}

/** After a password was set anew. */
export function passwordChangedMail(username: string): MailContent {
  return {
    kind: 'password changed',
    subject: 'Your Hubbub password was changed',
    preview: 'If that was you, there is nothing to do.',
    heading: 'Your password was changed',
    paragraphs: [
      `The password of ${username} was changed. If that was you, there is nothing to do.`,
      'If it was not you, set a new password now. That logs out everybody who is logged in as you.',
    ],
    button: { label: 'Set a new password', path: '/forgot-password' },
  };
}

/** After an account was deleted. */
export function accountDeletedMail(username: string): MailContent {
  return {
    kind: 'account deleted',
    subject: 'Your Hubbub account was deleted',
    preview: 'Your posts, comments and media are gone.',
    heading: 'Your account was deleted',
    paragraphs: [
      `The account ${username} was deleted, with its posts, comments and media.`,
      'Thank you for having been here. You can create a new account at any time.',
    ],
  };
}
