export { AccountPanel, accountLink, BackToLogin } from '#features/accounts/AccountPanel.tsx';
export { Activation } from '#features/accounts/Activation.tsx';
export { ownUserOptions, restoreSession, useLogOut } from '#features/accounts/accounts.data.ts';
export { ChangePasswordForm } from '#features/accounts/ChangePasswordForm.tsx';
export { ConfirmHost } from '#features/accounts/ConfirmHost.tsx';
export { Disown } from '#features/accounts/Disown.tsx';
export { LoginForm } from '#features/accounts/LoginForm.tsx';
export { LoginLinkForm } from '#features/accounts/LoginLinkForm.tsx';
export { ForgotPasswordForm, OtpForm, ResetPasswordForm } from '#features/accounts/RecoveryForms.tsx';
export {
  RegisterEmailForm,
  RegisterPasswordForm,
  RegisterUsernameForm,
} from '#features/accounts/RegistrationForms.tsx';
export { loginLinkOptions } from '#features/accounts/registration.data.ts';
export { SecurityLog } from '#features/accounts/SecurityLog.tsx';
export { SessionList } from '#features/accounts/SessionList.tsx';
export { SettingsForm } from '#features/accounts/SettingsForm.tsx';
export { SettingsLinks } from '#features/accounts/SettingsLinks.tsx';
export { TotpCard } from '#features/accounts/TotpCard.tsx';
