import { messages } from '@hubbub/contract/platform/messages.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { activateAccount } from '#features/accounts/accounts.data.ts';
import { errorTexts } from '#platform/errors.ts';
import { pathTo } from '#platform/paths.ts';
import { showAlert, showAlerts } from '#ui/alerts/alerts.ts';
import { Button } from '#ui/button/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';

/** Section 2, Account activation: one button that uses the token of the address. */
export function Activation({ token }: { token: string }) {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();

  async function activate(): Promise<void> {
    setPending(true);
    setError(undefined);
    try {
      await activateAccount(token);
      await showAlert(messages.accountActivated);
      await navigate(pathTo('login'), { replace: true });
    } catch (failure) {
      const texts = errorTexts(failure);
      setError(texts.join('\n'));
      void showAlerts(texts);
    } finally {
      setPending(false);
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <FormError text={error} />
      <Button size="lg" wide pending={pending} onClick={() => void activate()}>
        Click Here
      </Button>
    </div>
  );
}
