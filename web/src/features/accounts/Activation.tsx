import { messages } from '@hubbub/contract/platform/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  activateAccount,
  activationOptions,
  declineActivation,
  isDeadLink,
} from '#features/accounts/registration.data.ts';
import { errorTexts } from '#platform/errors.ts';
import { pathTo } from '#platform/paths.ts';
import { showAlert, showAlerts } from '#ui/alerts/alerts.ts';
import { Button } from '#ui/button/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';

const declined = "We deleted this registration. You don't need to do anything else.";

/**
 * One button that uses the token from the URL, and another for people who never registered. Both wait
 * for a click, because mail scanners open the link too.
 * @param onWaiting called once the account is activated if the team has to approve it
 */
export function Activation({ token, onWaiting }: { token: string; onWaiting: () => void }) {
  const navigate = useNavigate();
  const account = useQuery(activationOptions(token));
  const [pending, setPending] = useState<'activate' | 'decline'>();
  const [error, setError] = useState<string>();

  async function use(how: 'activate' | 'decline'): Promise<void> {
    setPending(how);
    setError(undefined);
    try {
      if (how === 'decline') await declineActivation(token);
      else if (await activateAccount(token)) {
        onWaiting();
        return;
      }
      await showAlert(how === 'activate' ? messages.accountActivated : declined);
      await navigate(pathTo('login'), { replace: true });
    } catch (failure) {
      if (isDeadLink(failure)) void account.refetch();
      const texts = errorTexts(failure);
      setError(texts.join('\n'));
      void showAlerts(texts);
    } finally {
      setPending(undefined);
    }
  }

  const isDead = isDeadLink(account.error);
  const isKnown = account.data !== undefined && !isDead;
  return (
    <div className="flex flex-col gap-5">
      {isKnown && (
        <p className="text-pretty">
          You're about to activate the account <strong className="break-words">{account.data}</strong>.
        </p>
      )}
      <FormError text={error ?? (account.error ? errorTexts(account.error).join('\n') : undefined)} />
      {!isDead && (
        <Button
          size="lg"
          wide
          pending={pending === 'activate'}
          disabled={pending !== undefined}
          onClick={() => void use('activate')}
        >
          Click Here
        </Button>
      )}
      {isKnown && (
        <Button
          tone="secondary"
          size="lg"
          wide
          pending={pending === 'decline'}
          disabled={pending !== undefined}
          onClick={() => void use('decline')}
        >
          This wasn't me
        </Button>
      )}
    </div>
  );
}
