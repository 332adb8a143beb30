import { useState } from 'react';
import { useNavigate } from 'react-router';
import { disownSession } from '#features/accounts/security.data.ts';
import { errorTexts } from '#platform/errors.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';

/** Ends a session that a mail told about, and leads to a new password. It waits for a click, because mail scanners open the link too. */
export function Disown({ token }: { token: string }) {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();

  async function disown(): Promise<void> {
    setPending(true);
    setError(undefined);
    try {
      const reset_token = await disownSession(token);
      await navigate(pathTo('resetPassword', {}, { reset_token }), { replace: true });
    } catch (failure) {
      setError(errorTexts(failure).join('\n'));
      setPending(false);
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <FormError text={error} />
      <Button tone="danger" size="lg" wide pending={pending} onClick={() => void disown()}>
        This wasn't me
      </Button>
    </div>
  );
}
