import * as endpoints from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAcceptRules } from '#features/accounts/AcceptRules.tsx';
import { AccountForm } from '#features/accounts/AccountForm.tsx';
import { CodeField } from '#features/accounts/CodeField.tsx';
import { NewPasswordFields } from '#features/accounts/NewPasswordFields.tsx';
import { useEnterWithLink } from '#features/accounts/registration.data.ts';
import { ApiError, refusalOf } from '#platform/errors.ts';
import { pathTo } from '#platform/paths.ts';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';

interface LoginLinkFormProps {
  token: string;
  /** For the browser's password manager. */
  username: string;
  /** The rules, shown before joining. */
  rules?: ReactNode;
  /** People have to accept the rules. */
  asksRules?: boolean | undefined;
}

/** Choosing a password with a log-in link that the team handed out. */
export function LoginLinkForm({ token, username, rules, asksRules = false }: LoginLinkFormProps) {
  const navigate = useNavigate();
  const { accepted, noticeRefusal, tick } = useAcceptRules(asksRules);
  const [needsCode, setNeedsCode] = useState(false);
  const { mutateAsync: enterWithLink } = useEnterWithLink();
  const { submit, field, error, pending } = useValidatedForm({
    schema: endpoints.useLoginLink.body,
    initial: { token, password: '', confirm_password: '', code: '' },
    carried: ['token'],
    explain: refusalOf,
    onSubmit: async (values) => {
      const { code, ...given } = values;
      const others = { ...given, ...accepted };
      try {
        await enterWithLink(code ? { ...others, code } : others);
      } catch (failure) {
        noticeRefusal(failure);
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
      {rules}
      {tick}
    </AccountForm>
  );
}
