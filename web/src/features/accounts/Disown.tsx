import { useState } from 'react';
import { useNavigate } from 'react-router';
import { disownSession } from '#features/accounts/security.data.ts';
import { errorTexts } from '#platform/errors.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';

interface DisownProps {
  token: string;
  /** Takes back what the mail told about. @returns what a new password is set with */
  work?: (token: string) => Promise<string>;
}

/**
 * Takes back what a mail told about: ends a session, unless another `work` is given. Then it leads to a new password. It waits for a click,
 * because mail scanners open the link too.
 */
export function Disown({ token, work = disownSession }: DisownProps) {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();

  async function disown(): Promise<void> {
    setPending(true);
    setError(undefined);
    try {
      const reset_token = await work(token);
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
