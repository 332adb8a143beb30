import { useNavigate } from 'react-router';
import { disownSession } from '#features/accounts/security.data.ts';
import { useChange } from '#platform/change.ts';
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
  const { mutate, fault, isPending } = useChange({
    fails: 'here',
    mutationFn: () => work(token),
    onSuccess: (reset_token) => navigate(pathTo('resetPassword', {}, { reset_token }), { replace: true }),
  });
  return (
    <div className="flex flex-col gap-5">
      <FormError text={fault} />
      <Button tone="danger" size="lg" wide pending={isPending} onClick={() => mutate()}>
        This wasn't me
      </Button>
    </div>
  );
}
