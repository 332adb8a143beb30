import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { returnOptions, useBringBack } from '#features/accounts/settings.data.ts';
import { faultOf } from '#platform/errors.ts';
import { pathTo } from '#platform/paths.ts';
import { longDate } from '#platform/time.ts';
import { showAlert } from '#ui/alerts/alerts.ts';
import { Button } from '#ui/button/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';

/** Brings an account back that's being deleted. It waits for a click, because mail scanners open the link too. */
export function BringBack({ token }: { token: string }) {
  const navigate = useNavigate();
  const account = useQuery(returnOptions(token));
  const { mutate, fault, isPending } = useBringBack(token, async () => {
    await showAlert('Your account is back. You can log in now.');
    await navigate(pathTo('login'), { replace: true });
  });
  return (
    <div className="flex flex-col gap-5">
      {account.data !== undefined && (
        <p className="text-pretty">
          We'll delete <strong className="break-words">{account.data.username}</strong> on{' '}
          {longDate(account.data.ends_at)} unless you bring it back.
        </p>
      )}
      <FormError text={fault ?? faultOf(account.error)} />
      {account.error === null && (
        <Button size="lg" wide pending={isPending} onClick={() => mutate()}>
          Bring my account back
        </Button>
      )}
    </div>
  );
}
