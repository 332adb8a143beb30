export { AccountPanel, accountLink, BackToLogin } from '#features/accounts/AccountPanel.tsx';
export { Activation } from '#features/accounts/Activation.tsx';
export { ownUserOptions, restoreSession, settleLogOut, useLogOut } from '#features/accounts/accounts.data.ts';
export { BringBack } from '#features/accounts/BringBack.tsx';
export { ChangePasswordForm } from '#features/accounts/ChangePasswordForm.tsx';
export { ConfirmHost } from '#features/accounts/ConfirmHost.tsx';
export { withConfirm } from '#features/accounts/confirm-store.ts';
export { Disown } from '#features/accounts/Disown.tsx';
export { EmailCard } from '#features/accounts/EmailCard.tsx';
export { ConfirmEmail, UndoEmail } from '#features/accounts/EmailLinks.tsx';
export {
  DeactivateAccountCard,
  DeleteAccountCard,
  DeleteAccountItem,
  LogOutItem,
} from '#features/accounts/LeavingItems.tsx';
export { LoginForm } from '#features/accounts/LoginForm.tsx';
export { LoginLinkForm } from '#features/accounts/LoginLinkForm.tsx';
export { PasskeyCard } from '#features/accounts/PasskeyCard.tsx';
export { ForgotPasswordForm, OtpForm, ResetPasswordForm } from '#features/accounts/RecoveryForms.tsx';
export {
  RegisterEmailForm,
  RegisterPasswordForm,
  RegisterUsernameForm,
} from '#features/accounts/RegistrationForms.tsx';
export { activationOptions, isDeadLink, loginLinkOptions } from '#features/accounts/registration.data.ts';
export { SecurityLog } from '#features/accounts/SecurityLog.tsx';
export { SessionList } from '#features/accounts/SessionList.tsx';
export { SettingsForm } from '#features/accounts/SettingsForm.tsx';
export { eventTexts, isWorrying } from '#features/accounts/security.rules.ts';
export { TotpCard } from '#features/accounts/TotpCard.tsx';
export { UsernamesCard } from '#features/accounts/UsernamesCard.tsx';
export { useSecurityCutOff, useSecurityLoading } from '#features/accounts/use-security-loading.ts';
