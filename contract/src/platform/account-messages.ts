/** Texts about accounts that only the server uses. They're kept out of `messages`, which every page loads. */
export const accountMessages = {
  returnTokenRequired: 'This link is missing its token. Open the link in the email again',
  returnLinkGone: 'This link has expired or was used, or your account is back already. Try to log in.',
  disownGone:
    'This link has expired or was used. If somebody else may be in your account, set a new password: that ends every session.',
  passkeyIncomplete: "The browser's answer is incomplete. Try again.",
  passkeyNameRequired: 'Give the passkey a name',
  passkeyNameLong: 'Write at most 50 characters.',
  emailLinkGone:
    'This link has expired or was used, or a later one took its place. Ask for a new one in your settings.',
  emailUndoGone:
    'This link has expired or was used. If somebody else may be in your account, ask whoever runs the site for help.',
  loginLinkGone: 'This link has expired or was used. Ask whoever gave it to you for a new one.',
  proofInvalid: 'This check has expired or was used. Try again.',
  inviteInvalid: 'This invite has expired or was used up. Ask for a new one.',
  passwordCommon: "Many people use this password, so it's easy to guess. Choose another one.",
  passwordIsEmail: "This password is your email, so it's easy to guess. Choose another one.",
  passwordOfNames: "This password is made of names, so it's easy to guess. Choose another one.",
} as const;
