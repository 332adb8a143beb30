import { requestEmailChange as endpoint } from '@hubbub/contract/features/accounts/email.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { useState } from 'react';
import { useRequestEmailChange } from '#features/accounts/identity.data.ts';
import { formDraft } from '#platform/drafts.ts';
import { refusalOf } from '#platform/errors.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';

const draft = formDraft('email', ['email']);

/** Changes the address, which counts once the link in the mail to it was opened. */
export function EmailCard() {
  const { email: present } = useCurrentUser();
  const [askedFor, setAskedFor] = useState<string>();
  const { mutateAsync: requestEmailChange } = useRequestEmailChange();
  const { submit, field, error, pending, form } = useValidatedForm({
    schema: endpoint.body,
    initial: { email: '' },
    draft,
    explain: refusalOf,
    onSubmit: async ({ email }) => {
      await requestEmailChange(email);
      draft.forget();
      form.reset({ email: '' });
      setAskedFor(email);
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Card className="flex flex-col gap-4 p-5 sm:p-6">
        <h2 className="font-semibold text-lg">Email</h2>
        <p className="text-muted text-sm">
          {present === undefined ? (
            "You haven't given us an email yet."
          ) : (
            <>
              You use <bdi className="break-all font-medium text-text">{present}</bdi>. We'll tell it about the change,
              which it can undo for {limits.emailChange.undoDays} days.
            </>
          )}
        </p>
        <TextField
          {...field('email')}
          label="New email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
        <FormError text={error} />
        <div>
          <Button type="submit" tone="secondary" pending={pending}>
            Change email
          </Button>
        </div>
        <p role="status" className="text-sm empty:hidden">
          {askedFor !== undefined && (
            <>
              We sent a link to <bdi className="break-all font-medium">{askedFor}</bdi>. Open it within{' '}
              {limits.emailChange.hours} hours to change your email. Until then it stays as it is.
            </>
          )}
        </p>
      </Card>
    </form>
  );
}
