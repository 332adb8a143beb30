import { useNavigate } from 'react-router';
import { useDisownByLink } from '#features/accounts/security.data.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';

interface ThisWasntMeProps {
  token: string;
  /** Undoes what the mail reported. Resolves to the token for setting a new password. */
  undo: ReturnType<typeof useDisownByLink>;
}

/** Undoes what a mail reported, then leads to a new password. It waits for a click, because mail scanners open the link too. */
export function ThisWasntMe({ token, undo }: ThisWasntMeProps) {
  const navigate = useNavigate();
  const { mutate, fault, isPending } = undo;
  const onSuccess = (reset_token: string) => navigate(pathTo('resetPassword', {}, { reset_token }), { replace: true });
  return (
    <div className="flex flex-col gap-5">
      <FormError text={fault} />
      <Button tone="danger" size="lg" wide pending={isPending} onClick={() => mutate(token, { onSuccess })}>
        This wasn't me
      </Button>
    </div>
  );
}

/** Ends a session that a mail reported. */
export const Disown = ({ token }: { token: string }) => <ThisWasntMe token={token} undo={useDisownByLink()} />;
