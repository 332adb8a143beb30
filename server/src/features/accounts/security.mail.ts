import { limits } from '@hubbub/contract/platform/limits.ts';
import { pages } from '@hubbub/contract/platform/pages.ts';
import { timeFormat } from '#platform/clock/formats.ts';
import { type MailContent, siteName } from '#platform/mail/mail-content.ts';
import { durationOf } from './totp.rules.ts';

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
      `Someone logged in as ${username} on a device that's new to us: ${device}, from the network address ${address}, on ${timeFormat.format(at)} (UTC).`,
      "If that was you, there's nothing to do. If it wasn't, we'll log that device out and you'll choose a new password.",
    ],
    button: { label: "This wasn't me", path: `${pages.disown.path}?token=${encodeURIComponent(token)}` },
    note: `The link works for ${limits.disown.days} days. After that, set a new password instead: that logs out everyone who's logged in as you.`,
  };
}

const settings = { label: 'Open your security settings', path: pages.security.path };

/** Sent when somebody turns codes on. */
export function codesOnMail(username: string): MailContent {
  return {
    kind: 'codes on',
    subject: `You now log in to ${siteName} with codes`,
    preview: 'Keep your recovery codes in a safe place.',
    heading: 'One-time codes are on',
    paragraphs: [
      `From now on, logging in as ${username} takes a code from your authenticator app. If you lose the app, use one of your recovery codes.`,
      "If it wasn't you who turned them on, set a new password now and ask whoever runs the site for help.",
    ],
    button: settings,
  };
}

/** Sent when somebody makes new recovery codes. */
export function recoveryCodesMadeMail(username: string): MailContent {
  return {
    kind: 'recovery codes made',
    subject: `You have new recovery codes for ${siteName}`,
    preview: 'The old ones no longer work.',
    heading: 'New recovery codes',
    paragraphs: [
      `Someone who's logged in as ${username} made new recovery codes. The old ones no longer work. Keep the new ones in a safe place.`,
      "If it wasn't you, set a new password now, which logs out everyone who's logged in as you. Then make recovery codes of your own in your security settings.",
    ],
    button: { label: 'Set a new password', path: pages.forgotPassword.path },
  };
}

/**
 * Sent when somebody who knows the password has used up all tries for a code. @param minutes until new tries are
 * allowed
 */
export function codesTriedMail(username: string, minutes: number): MailContent {
  return {
    kind: 'codes tried',
    subject: `Wrong codes for your ${siteName} account`,
    preview: 'Someone knows your password. If it was you, wait and try again.',
    heading: 'Someone entered wrong codes',
    paragraphs: [
      `Someone entered the right password for ${username}, and then five wrong codes. We take no more codes for ${durationOf(minutes)}, not even right ones.`,
      "If it wasn't you, someone else knows your password. Set a new one now: then they can't try any more codes.",
    ],
    button: { label: 'Set a new password', path: pages.forgotPassword.path },
  };
}

/** Sent when somebody turns codes off. */
export function codesOffMail(username: string): MailContent {
  return {
    kind: 'codes off',
    subject: `You no longer log in to ${siteName} with codes`,
    preview: "If that was you, there's nothing to do.",
    heading: 'One-time codes are off',
    paragraphs: [
      `Logging in as ${username} takes only the password now. If that was you, there's nothing to do.`,
      "If it wasn't you, set a new password now. That logs out everyone who's logged in as you.",
    ],
    button: { label: 'Set a new password', path: pages.forgotPassword.path },
  };
}

/** Sent when the team turns somebody's codes off. */
export function codesOffByTeamMail(username: string): MailContent {
  return {
    kind: 'codes off by the team',
    subject: `Your one-time codes for ${siteName} were turned off`,
    preview: 'Logging in takes only your password now.',
    heading: 'Your one-time codes were turned off',
    paragraphs: [
      `The site's team turned off the one-time codes for ${username}. Logging in takes only your password now.`,
      "You can turn codes on again in your settings. If you didn't ask for this, ask the team why.",
    ],
    button: settings,
  };
}

/** Sent when "This wasn't me" has removed passkeys or codes from an account. */
export function addedRemovedMail(
  username: string,
  removed: { passkeys: boolean; codes: boolean; recoveryCodes: boolean },
): MailContent {
  const { passkeys, codes, recoveryCodes } = removed;
  const what = [
    ...(passkeys ? ['passkeys'] : []),
    ...(codes ? ['one-time codes'] : []),
    ...(recoveryCodes ? ['recovery codes'] : []),
  ].join(' and ');
  return {
    kind: 'what was added removed',
    subject: `We removed ${what} from your ${siteName} account`,
    preview: 'They were added by someone who may not have been you.',
    heading: `We removed ${what}`,
    paragraphs: [
      `Someone told us that a log-in as ${username} wasn't you. We removed the ${what} that were added on that device, or on one that logged in later.`,
      'If some of it was yours, add it again in your settings once you have a new password.',
    ],
    button: settings,
  };
}

/** Sent when somebody logs in with a recovery code. */
export function recoveryCodeMail(username: string): MailContent {
  return {
    kind: 'recovery code used',
    subject: `A recovery code for ${siteName} was used`,
    preview: "If that was you, there's nothing to do.",
    heading: 'A recovery code was used',
    paragraphs: [
      `Someone logged in as ${username} with your password and one of your recovery codes, which won't work again.`,
      "If that was you, there's nothing to do. If it wasn't, set a new password now. That logs out everyone who's logged in as you.",
    ],
    button: { label: 'Set a new password', path: pages.forgotPassword.path },
  };
}

/** Sent when somebody adds a passkey. @param name the passkey's name */
export function passkeyAddedMail(username: string, name: string): MailContent {
  return {
    kind: 'passkey added',
    subject: `A passkey was added to your ${siteName} account`,
    preview: `${name}. If that was you, there's nothing to do.`,
    heading: 'A passkey was added',
    paragraphs: [
      `Whoever holds this passkey can log in as ${username} without a password: ${name}.`,
      "If that was you, there's nothing to do. If it wasn't, remove the passkey in your security settings, then set a new password. A new password alone doesn't remove it.",
    ],
    button: settings,
  };
}

/** Sent when somebody removes a passkey. @param name the passkey's name */
export function passkeyRemovedMail(username: string, name: string): MailContent {
  return {
    kind: 'passkey removed',
    subject: `A passkey was removed from your ${siteName} account`,
    preview: `${name}. If that was you, there's nothing to do.`,
    heading: 'A passkey was removed',
    paragraphs: [
      `This passkey no longer opens the account ${username}: ${name}. You can delete it from your device, too.`,
      "If it wasn't you who removed it, set a new password now. That logs out everyone who's logged in as you.",
    ],
    button: { label: 'Set a new password', path: pages.forgotPassword.path },
  };
}
