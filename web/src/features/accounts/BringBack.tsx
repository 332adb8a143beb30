import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { cancelDeletion, returnOptions } from '#features/accounts/settings.data.ts';
import { errorTexts } from '#platform/errors.ts';
import { pathTo } from '#platform/paths.ts';
import { longDate } from '#platform/time.ts';
import { showAlert } from '#ui/alerts/alerts.ts';
import { Button } from '#ui/button/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';

/** Brings an account back that's being deleted. It waits for a click, because mail scanners open the link too. */
export function BringBack({ token }: { token: string }) {
  const navigate = useNavigate();
  const account = useQuery(returnOptions(token));
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();

  async function bringBack(): Promise<void> {
    setPending(true);
    setError(undefined);
    try {
      await cancelDeletion(token);
      await showAlert('Your account is back. You can log in now.');
      await navigate(pathTo('login'), { replace: true });
    } catch (failure) {
      setError(errorTexts(failure).join('\n'));
      setPending(false);
    }
  }

  return (
    <div className="flex flex-col gap-5">
      {account.data !== undefined && (
        <p className="text-pretty">
          We'll delete <strong className="break-words">{account.data.username}</strong> on{' '}
          {longDate(account.data.ends_at)} unless you bring it back.
        </p>
      )}
      <FormError text={error ?? (account.error ? errorTexts(account.error).join('\n') : undefined)} />
      {account.error === null && (
        <Button size="lg" wide pending={pending} onClick={() => void bringBack()}>
          Bring my account back
        </Button>
      )}
    </div>
  );
}
