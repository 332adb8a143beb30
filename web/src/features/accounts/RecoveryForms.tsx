import * as endpoints from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { useNavigate } from 'react-router';
import { AccountForm } from '#features/accounts/AccountForm.tsx';
import { IdentifierField } from '#features/accounts/IdentifierField.tsx';
import { NewPasswordFields } from '#features/accounts/NewPasswordFields.tsx';
import { useRequestCode, useResetPassword, useValidateCode } from '#features/accounts/registration.data.ts';
import { refusalOf } from '#platform/errors.ts';
import { pathTo } from '#platform/paths.ts';
import { tabFormDraft } from '#platform/tab-drafts.ts';
import { showAlert } from '#ui/alerts/alerts.ts';
import { PasswordField } from '#ui/field/PasswordField.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';

const draft = tabFormDraft('forgot-password', ['username']);

/** Asks for a one-time code. */
export function ForgotPasswordForm() {
  const navigate = useNavigate();
  const { mutateAsync: requestCode } = useRequestCode();
  const { submit, field, error, pending } = useValidatedForm({
    schema: endpoints.requestCode.body,
    initial: { username: '' },
    draft,
    explain: refusalOf,
    onSubmit: async (values) => {
      const username = await requestCode(values);
      draft.forget();
      await navigate(pathTo('otp', {}, { username }));
    },
  });
  return (
    <AccountForm submit={submit} error={error} pending={pending} action="Send OTP">
      <IdentifierField {...field('username')} />
    </AccountForm>
  );
}

/** Asks for the one-time code from the email. */
export function OtpForm({ username }: { username: string }) {
  const navigate = useNavigate();
  const { mutateAsync: validateCode } = useValidateCode();
  const { submit, field, error, pending } = useValidatedForm({
    schema: endpoints.validateCode.body,
    initial: { username, otp: '' },
    carried: ['username'],
    explain: refusalOf,
    onSubmit: async (values) => {
      const reset_token = await validateCode(values);
      await navigate(pathTo('resetPassword', {}, { reset_token }));
    },
  });
  return (
    <AccountForm submit={submit} error={error} pending={pending} action="Submit">
      <PasswordField
        {...field('otp')}
        label="One-Time Password"
        hint={`The ${limits.otp.length} digits from the email. They're valid for ${limits.otp.minutes} minutes.`}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
      />
    </AccountForm>
  );
}

/** Sets a new password once the code was right. */
export function ResetPasswordForm({ resetToken }: { resetToken: string }) {
  const navigate = useNavigate();
  const { mutateAsync: resetPassword } = useResetPassword();
  const { submit, field, error, pending } = useValidatedForm({
    schema: endpoints.resetPassword.body,
    initial: { reset_token: resetToken, password: '', confirm_password: '' },
    carried: ['reset_token'],
    explain: refusalOf,
    onSubmit: async (values) => {
      await resetPassword(values);
      await showAlert(messages.passwordReset);
      await navigate(pathTo('login'), { replace: true });
    },
  });
  return (
    <AccountForm submit={submit} error={error} pending={pending} action="Submit">
      <NewPasswordFields field={field} />
    </AccountForm>
  );
}
