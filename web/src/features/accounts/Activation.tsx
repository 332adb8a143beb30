import { messages } from '@hubbub/contract/platform/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { activationOptions, isDeadLink, useActivation } from '#features/accounts/registration.data.ts';
import { faultOf } from '#platform/errors.ts';
import { pathTo } from '#platform/paths.ts';
import { showAlert } from '#ui/alerts/alerts.ts';
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
  const { use, fault, isPending, variables } = useActivation(token, async (waits, how) => {
    if (waits) return onWaiting();
    await showAlert(how === 'activate' ? messages.accountActivated : declined);
    await navigate(pathTo('login'), { replace: true });
  });
  const pending = isPending ? variables : undefined;

  const isDead = isDeadLink(account.error);
  const isKnown = account.data !== undefined && !isDead;
  return (
    <div className="flex flex-col gap-5">
      {isKnown && (
        <p className="text-pretty">
          You're about to activate the account <strong className="break-words">{account.data}</strong>.
        </p>
      )}
      <FormError text={fault ?? faultOf(account.error)} />
      {!isDead && (
        <Button
          size="lg"
          wide
          pending={pending === 'activate'}
          disabled={pending !== undefined}
          onClick={() => use('activate')}
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
          onClick={() => use('decline')}
        >
          This wasn't me
        </Button>
      )}
    </div>
  );
}
