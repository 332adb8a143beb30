import * as endpoints from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useAcceptRules } from '#features/accounts/AcceptRules.tsx';
import { AccountForm } from '#features/accounts/AccountForm.tsx';
import { NewPasswordFields } from '#features/accounts/NewPasswordFields.tsx';
import {
  registrationDrafts,
  useCreateAccount,
  useRegisterEmail,
  useRegisterUsername,
} from '#features/accounts/registration.data.ts';
import { NotFound, refusalOf } from '#platform/errors.ts';
import { pathTo } from '#platform/paths.ts';
import { showAlert } from '#ui/alerts/alerts.ts';
import { TextArea } from '#ui/field/TextArea.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';

interface RegisterEmailFormProps {
  /** The code of the invite they came by. */
  invite?: string | undefined;
  /** Solves the challenge that the site sets while registrations come faster than usual; undefined while it sets none. */
  solveProof?: (() => Promise<string | undefined>) | undefined;
}

/** Registration begins with an email address. */
export function RegisterEmailForm({ invite, solveProof }: RegisterEmailFormProps) {
  const navigate = useNavigate();
  const { mutateAsync: registerEmail } = useRegisterEmail();
  const { submit, field, error, pending } = useValidatedForm({
    schema: endpoints.registerEmail.body,
    initial: { email: '', ...(invite !== undefined && { invite }) },
    carried: ['invite'],
    draft: registrationDrafts.email,
    explain: refusalOf,
    onSubmit: async (values) => {
      const proof = await solveProof?.();
      const reg_id = await registerEmail({ ...values, ...(proof !== undefined && { proof }) });
      await navigate(pathTo('registerUsername', {}, { reg_id, ...(invite !== undefined && { invite }) }));
    },
  });
  return (
    <AccountForm submit={submit} error={error} pending={pending} action="Next">
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
    </AccountForm>
  );
}

/** If the server no longer knows the registration, it starts over and keeps what was typed. */
function useStartAgain() {
  const navigate = useNavigate();
  return async (error: unknown): Promise<void> => {
    if (!(error instanceof NotFound)) throw error;
    await showAlert('This registration has expired. Please start again with your email.');
    await navigate(pathTo('register'));
  };
}

/** Then comes a username. */
export function RegisterUsernameForm({ regId, invite }: { regId: string; invite?: string | undefined }) {
  const navigate = useNavigate();
  const startAgain = useStartAgain();
  const { mutateAsync: registerUsername } = useRegisterUsername();
  const { submit, field, error, pending } = useValidatedForm({
    schema: endpoints.registerUsername.body,
    initial: { reg_id: regId, name: '', username: '' },
    carried: ['reg_id'],
    draft: registrationDrafts.username,
    explain: refusalOf,
    onSubmit: async (values) => {
      try {
        await registerUsername(values);
        await navigate(pathTo('registerPassword', {}, { reg_id: regId, ...(invite !== undefined && { invite }) }));
      } catch (failure) {
        await startAgain(failure);
      }
    },
  });
  return (
    <AccountForm submit={submit} error={error} pending={pending} action="Next">
      <TextField {...field('name')} label="Name" aside="optional" autoComplete="name" autoFocus />
      <TextField
        {...field('username')}
        label="Username"
        hint={`At least ${limits.username.min} letters, digits or underscores. This is how people find and mention you.`}
        leading="@"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
    </AccountForm>
  );
}

interface RegisterPasswordProps {
  regId: string;
  /** The team decides who joins, so people can say why they'd like to. */
  asksReason?: boolean;
  /** For the strength of the password. */
  siteName?: string | undefined;
  /** The rules, shown before joining. */
  rules?: ReactNode;
  /** People have to accept the rules. */
  asksRules?: boolean | undefined;
}

/** Last, a password. */
export function RegisterPasswordForm({
  regId,
  asksReason = false,
  siteName,
  rules,
  asksRules = false,
}: RegisterPasswordProps) {
  const navigate = useNavigate();
  const startAgain = useStartAgain();
  const { accepted, noticeRefusal, tick } = useAcceptRules(asksRules);
  const { mutateAsync: createAccount } = useCreateAccount();
  const { submit, field, error, pending } = useValidatedForm({
    schema: endpoints.createAccount.body,
    initial: { reg_id: regId, password: '', confirm_password: '', reason: '' },
    carried: ['reg_id'],
    explain: refusalOf,
    onSubmit: async (values) => {
      try {
        await createAccount({ ...values, ...accepted });
        await showAlert(messages.accountCreated);
        await navigate(pathTo('login'), { replace: true });
      } catch (failure) {
        noticeRefusal(failure);
        await startAgain(failure);
      }
    },
  });
  return (
    <AccountForm submit={submit} error={error} pending={pending} action="Create Account">
      <NewPasswordFields field={field} personal={[siteName]} />
      {asksReason && (
        <TextArea
          {...field('reason')}
          label="Why would you like to join?"
          aside="optional"
          hint="Only the team sees this. It helps them recognize you."
          rows={3}
          grows
        />
      )}
      {rules}
      {tick}
    </AccountForm>
  );
}
