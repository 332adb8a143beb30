import { restoreSession } from '#features/accounts/accounts.data.ts';
import { ThisWasntMe } from '#features/accounts/Disown.tsx';
import { useCompleteEmailChange, useUndoEmailChange } from '#features/accounts/identity.data.ts';
import { Button } from '#ui/button/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';

/** Completes a change of address with the link in a mail. It waits for a click, because mail scanners open the link too. */
export function ConfirmEmail({ token, onDone }: { token: string; onDone: () => void }) {
  const { mutate, fault, isPending } = useCompleteEmailChange(token, async () => {
    // The person signed in here has a new address now. If it can't be fetched, it comes with the next page.
    await restoreSession().catch(() => null);
    onDone();
  });
  return (
    <div className="flex flex-col gap-5">
      <FormError text={fault} />
      <Button size="lg" wide pending={isPending} onClick={() => mutate()}>
        Confirm this email
      </Button>
    </div>
  );
}

/** Brings an old address back with the link in a mail. */
export const UndoEmail = ({ token }: { token: string }) => <ThisWasntMe token={token} undo={useUndoEmailChange()} />;
