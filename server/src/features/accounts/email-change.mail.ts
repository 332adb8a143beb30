import { limits } from '@hubbub/contract/platform/limits.ts';
import { pages } from '@hubbub/contract/platform/pages.ts';
import { type MailContent, siteName } from '#platform/mail/mail-content.ts';

const undoButton = (token: string) => ({
  label: "This wasn't me",
  path: `${pages.undoEmail.path}?token=${encodeURIComponent(token)}`,
});

const undoNote = `The link works for ${limits.emailChange.undoDays} days, whatever is changed meanwhile. It logs out every device, and you choose a new password.`;

/** Sent to the new address: the link that completes the change. */
export function confirmEmailMail(username: string, token: string): MailContent {
  return {
    kind: 'confirm email',
    subject: `Confirm your new email for ${siteName}`,
    preview: `${username} will use this address once you confirm it.`,
    heading: 'Confirm your new email',
    paragraphs: [
      `Someone who's logged in as ${username} wants to use this address. If that was you, confirm it.`,
      "If it wasn't you, ignore this email: nothing changes.",
    ],
    button: { label: 'Confirm this email', path: `${pages.confirmEmail.path}?token=${encodeURIComponent(token)}` },
    note: `The link works once, for ${limits.emailChange.hours} hours. The latest one counts.`,
  };
}

/** Sent to an address that already has an account, when somebody requests it for another one. */
export function emailInUseMail(username: string): MailContent {
  return {
    kind: 'email in use',
    subject: `Someone tried to use your email on ${siteName}`,
    preview: 'Your account stays as it is.',
    heading: 'Someone tried to use your email',
    paragraphs: [
      `Someone wanted to use this address for another account. It belongs to ${username}, so nothing was changed.`,
      'If that was you, log in as that account instead, or change its email first.',
    ],
    button: { label: 'Log in', path: pages.login.path },
  };
}

/** Sent to the present address when somebody requests another one. `to`: the requested address, masked. */
export function emailChangeAskedMail(username: string, to: string, token: string): MailContent {
  return {
    kind: 'email change asked for',
    subject: `Your ${siteName} email is about to change`,
    preview: "If that was you, there's nothing to do.",
    heading: 'Your email is about to change',
    paragraphs: [
      `Someone who's logged in as ${username} wants to use ${to} instead of this address. It changes once they confirm it there.`,
      "If that was you, there's nothing to do here. If it wasn't, we'll keep this address and log that device out.",
    ],
    button: undoButton(token),
    note: undoNote,
  };
}

/** Sent to the old address after the change. `to`: the new one, masked. */
export function emailChangedMail(username: string, to: string, token: string): MailContent {
  return {
    kind: 'email changed',
    subject: `Your ${siteName} email was changed`,
    preview: "If that was you, there's nothing to do.",
    heading: 'Your email was changed',
    paragraphs: [
      `${username} now uses ${to} instead of this address. If that was you, there's nothing to do.`,
      "If it wasn't, we'll bring this address back.",
    ],
    button: undoButton(token),
    note: undoNote,
  };
}

/** Sent to the address that was restored, and to the one it replaced. `to`: the restored one, masked. */
export function emailRestoredMail(username: string, to: string): MailContent {
  return {
    kind: 'email brought back',
    subject: `A change of your ${siteName} email was undone`,
    preview: `${username} uses ${to} again.`,
    heading: 'The change was undone',
    paragraphs: [
      `The change was undone: ${username} uses ${to} again. Whoever asked for the change is logged out.`,
      'Log in with a new password, which a code sent to that address lets you choose.',
    ],
    button: { label: 'Set a new password', path: pages.forgotPassword.path },
  };
}
