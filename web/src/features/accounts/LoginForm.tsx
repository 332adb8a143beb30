import { messages } from '@hubbub/contract/platform/messages.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { AccountForm } from '#features/accounts/AccountForm.tsx';
import { accountLink } from '#features/accounts/AccountPanel.tsx';
import { useLogIn } from '#features/accounts/accounts.data.ts';
import { CodeField } from '#features/accounts/CodeField.tsx';
import { IdentifierField } from '#features/accounts/IdentifierField.tsx';
import { canAutofillPasskeys, canUsePasskeys } from '#features/accounts/passkeys.rules.ts';
import { usePasskeyLogIn } from '#features/accounts/usePasskeyLogIn.ts';
import { ApiError, errorTexts, isHandled, isNotActivated, refusalOf } from '#platform/errors.ts';
import { pathTo, safeNext } from '#platform/paths.ts';
import { tabFormDraft } from '#platform/tab-drafts.ts';
import { Button } from '#ui/button/Button.tsx';
import { PasswordField } from '#ui/field/PasswordField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';

const draft = tabFormDraft('login', ['username']);

/**
 * The validation rules load after the first paint: log-in is where people arrive, and they can fill in the form before the rules are
 * needed.
 */
async function loadSchema() {
  const { logIn: endpoint } = await import('@hubbub/contract/features/accounts/accounts.endpoints.ts');
  return endpoint.body;
}

/** The text for an account that isn't activated is fixed. */
function explain(error: unknown) {
  return isNotActivated(error) ? messages.notActivated : refusalOf(error);
}

interface LoginFormProps {
  /** Where someone has to go first; undefined: to where they were headed. */
  goesFirst: (user: User) => Promise<string | undefined>;
}

/** Logs in with identifier and password. Goes on to where the person was headed, or to the feed. */
export function LoginForm({ goesFirst }: LoginFormProps) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { mutateAsync: logIn } = useLogIn();
  const [needsCode, setNeedsCode] = useState(false);
  const [appealToken, setAppealToken] = useState<string | null>(null);

  async function enter(user: User): Promise<void> {
    draft.forget();
    await navigate((await goesFirst(user)) ?? safeNext(search.get('next')), { replace: true });
  }

  /** The account is suspended: the token opens the decision, and the way to appeal it. */
  const keepAppeal = (failure: unknown) => setAppealToken(failure instanceof ApiError ? failure.appealToken : null);

  const passkey = usePasskeyLogIn({
    enter,
    explain(failure) {
      keepAppeal(failure);
      if (isHandled(failure)) return null;
      return isNotActivated(failure) ? messages.notActivated : errorTexts(failure).join('\n');
    },
  });
  const { submit, field, error, pending } = useValidatedForm({
    schema: loadSchema,
    initial: { username: '', password: '', code: '' },
    draft,
    explain,
    onSubmit: async (values) => {
      setAppealToken(null);
      const { code, ...credentials } = values;
      const given = code ? { ...credentials, code } : credentials;
      const user = await logIn(given).catch((failure: unknown) => {
        // The password was right: the next step is the code.
        if (failure instanceof ApiError && 'code' in failure.fields && !needsCode) {
          setNeedsCode(true);
          return undefined;
        }
        keepAppeal(failure);
        throw failure;
      });
      if (user !== undefined) await enter(user);
    },
  });

  return (
    <div className="flex flex-col gap-4">
      <AccountForm submit={submit} error={error} pending={pending} action="Log in">
        <IdentifierField
          {...field('username')}
          autoComplete={canAutofillPasskeys() ? 'username webauthn' : 'username'}
        />
        <div className="flex flex-col gap-1">
          <PasswordField {...field('password')} label="Password" autoComplete="current-password" />
          <Link to={pathTo('forgotPassword')} className={`${accountLink} self-end text-sm`}>
            Forgot Password?
          </Link>
        </div>
        {needsCode && <CodeField {...field('code')} />}
        {appealToken !== null && (
          <Button asChild tone="secondary" size="lg" wide>
            <Link to={pathTo('appeal', {}, { token: appealToken })}>See the decision and appeal</Link>
          </Button>
        )}
      </AccountForm>
      <FormError text={passkey.fault} />
      {canUsePasskeys() && (
        <Button tone="secondary" size="lg" wide pending={passkey.pending} onClick={passkey.ask}>
          Use a passkey
        </Button>
      )}
    </div>
  );
}
