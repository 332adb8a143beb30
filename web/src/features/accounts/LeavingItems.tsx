import { EyeOff, LogOut, Trash2 } from 'lucide-react';
import { useLogOut } from '#features/accounts/accounts.data.ts';
import { useDeactivateAccount, useDeleteAccount } from '#features/accounts/settings.data.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { ActionItem } from '#ui/link-list/LinkList.tsx';

const goes =
  "We'll delete your profile, posts, comments, votes, pictures and memberships. Messages you sent stay, without your name.";

/** @param graceDays for how many days people can change their mind */
const whatGoes = (graceDays: number): string =>
  graceDays === 0
    ? `This can't be undone. ${goes}`
    : `Nobody sees your account from now on, and you can't log in. For ${graceDays === 1 ? 'one day' : `${graceDays} days`} a link in the email we send you brings it back. After that it can't be undone. ${goes}`;

const whatHides =
  'Nobody sees your profile, posts and comments until you log in again. We keep everything for a year, and email you before we delete it. Messages you sent stay with the people you wrote to.';

interface LeavingProps {
  /** For how many days people can change their mind after deleting their account; 0: it's deleted right away. */
  graceDays: number;
}

/** Deletes the account once the person has said that they're sure. */
function useAskAndDelete(graceDays: number) {
  const deleteAccount = useDeleteAccount(graceDays > 0);
  const ask = async () => {
    if (await confirm('Are you sure?', { danger: true, details: whatGoes(graceDays) })) deleteAccount.mutate();
  };
  return { ask: () => void ask(), pending: deleteAccount.isPending };
}

/** Deactivates the account once the person has said that they're sure. */
function useAskAndDeactivate() {
  const deactivate = useDeactivateAccount();
  const ask = async () => {
    const labels = { confirmLabel: 'Deactivate', cancelLabel: 'Cancel' };
    const details = `${whatHides} You'll be logged out on all your devices.`;
    if (await confirm('Deactivate your account?', { details, ...labels })) deactivate.mutate();
  };
  return { ask: () => void ask(), pending: deactivate.isPending };
}

/** Logs out on this device. */
export function LogOutItem() {
  const logOut = useLogOut();
  return <ActionItem icon={LogOut} label="Log Out" onClick={() => logOut.mutate()} pending={logOut.isPending} />;
}

/** Deletes the account. */
export function DeleteAccountItem({ graceDays }: LeavingProps) {
  const { ask, pending } = useAskAndDelete(graceDays);
  return <ActionItem icon={Trash2} label="Delete Account" onClick={ask} pending={pending} danger />;
}

/** Settings › Your data: hides the account until the next log-in. */
export function DeactivateAccountCard() {
  const { ask, pending } = useAskAndDeactivate();
  return (
    <Card className="flex flex-col gap-3 p-5 sm:p-6">
      <h2 className="font-semibold text-lg">Deactivate your account</h2>
      <p className="text-muted text-sm">{whatHides}</p>
      <div>
        <Button tone="secondary" icon={<EyeOff size={18} aria-hidden="true" />} pending={pending} onClick={ask}>
          Deactivate account
        </Button>
      </div>
    </Card>
  );
}

/** The same as the item, with what goes and what stays, in Settings › Your data. */
export function DeleteAccountCard({ graceDays }: LeavingProps) {
  const { ask, pending } = useAskAndDelete(graceDays);
  return (
    <Card className="flex flex-col gap-3 p-5 sm:p-6">
      <h2 className="font-semibold text-lg">Delete your account</h2>
      <p className="text-muted text-sm">{whatGoes(graceDays)}</p>
      <div>
        <Button tone="danger" pending={pending} onClick={ask}>
          Delete Account
        </Button>
      </div>
    </Card>
  );
}
