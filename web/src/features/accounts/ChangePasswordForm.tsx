import { changePassword as endpoint } from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { useNavigate } from 'react-router';
import { NewPasswordFields } from '#features/accounts/NewPasswordFields.tsx';
import { useChangePassword } from '#features/accounts/settings.data.ts';
import { refusalOf } from '#platform/errors.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { showAlert } from '#ui/alerts/alerts.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { PasswordField } from '#ui/field/PasswordField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';

/** Changes the password of the person who's logged in. */
export function ChangePasswordForm({ siteName }: { siteName?: string | undefined }) {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const { mutateAsync: changePassword } = useChangePassword();
  const { submit, field, error, pending } = useValidatedForm({
    schema: endpoint.body,
    initial: { old_password: '', password: '', confirm_password: '' },
    explain: refusalOf,
    onSubmit: async (values) => {
      await changePassword(values);
      await showAlert(messages.passwordUpdated);
      await navigate(pathTo('settings'));
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Card className="flex flex-col gap-5 p-5 sm:p-6">
        {/* Tells password managers whose password is changing. */}
        <input type="hidden" name="username" autoComplete="username" value={user.username} />
        <PasswordField {...field('old_password')} label="Old Password" autoComplete="current-password" />
        <NewPasswordFields
          field={field}
          personal={[user.username, user.name, user.email, siteName]}
          consequence="You stay logged in here and are logged out everywhere else."
          autoFocus={false}
        />
        <FormError text={error} />
        <Button type="submit" size="lg" wide pending={pending}>
          Update
        </Button>
      </Card>
    </form>
  );
}
