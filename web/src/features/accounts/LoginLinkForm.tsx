import * as endpoints from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AccountForm } from '#features/accounts/AccountForm.tsx';
import { CodeField } from '#features/accounts/CodeField.tsx';
import { NewPasswordFields } from '#features/accounts/NewPasswordFields.tsx';
import { enterWithLink } from '#features/accounts/registration.data.ts';
import { ApiError, refusalOf } from '#platform/errors.ts';
import { pathTo } from '#platform/paths.ts';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';

/** Choosing a password with a log-in link that the team handed out. @param username for the browser's password manager */
export function LoginLinkForm({ token, username }: { token: string; username: string }) {
  const navigate = useNavigate();
  const [needsCode, setNeedsCode] = useState(false);
  const { submit, field, error, pending } = useValidatedForm({
    schema: endpoints.useLoginLink.body,
    initial: { token, password: '', confirm_password: '', code: '' },
    carried: ['token'],
    explain: refusalOf,
    onSubmit: async (values) => {
      const { code, ...others } = values;
      try {
        await enterWithLink(code ? { ...others, code } : others);
      } catch (failure) {
        if (needsCode || !(failure instanceof ApiError) || !('code' in failure.fields)) throw failure;
        setNeedsCode(true);
        return;
      }
      await navigate(pathTo('feed'), { replace: true });
    },
  });
  return (
    <AccountForm submit={submit} error={error} pending={pending} action="Save password and log in">
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <NewPasswordFields field={field} personal={[username]} />
      {needsCode && <CodeField {...field('code')} />}
    </AccountForm>
  );
}
