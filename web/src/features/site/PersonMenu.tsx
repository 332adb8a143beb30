import type { SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { Ban, Ellipsis, Flag, KeyRound, LogOut, ShieldCheck, ShieldUser, UserRoundCheck } from 'lucide-react';
import { useEndSessions, useRefreshPeople, useResetPerson } from '#features/site/people.data.ts';
import { errorTexts, isHandled } from '#platform/errors.ts';
import { confirm, showAlerts } from '#ui/alerts/alerts.ts';
import { DropdownMenu } from '#ui/dropdown-menu/DropdownMenu.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { toast } from '#ui/toast/toasts.ts';

/** What opens over the list of people. */
export type PersonDialog =
  | { kind: 'role' | 'suspend' | 'reports' | 'why'; person: SitePerson }
  | { kind: 'link'; person: SitePerson; url: string };

interface PersonMenuProps {
  person: SitePerson;
  liftSuspension: (username: string) => Promise<void>;
  onOpen: (dialog: PersonDialog) => void;
}

/** What the team can do about somebody; nothing is offered that the server would refuse. */
export function PersonMenu({ person, liftSuspension, onOpen }: PersonMenuProps) {
  const reset = useResetPerson();
  const end = useEndSessions();
  const refresh = useRefreshPeople();
  const { username } = person.user;
  const tell = person.email === null ? '' : " We'll email them about it.";

  /** Says what went wrong in a dialog, because the menu is gone by then. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isHandled(error)) void showAlerts(errorTexts(error));
    }
  }

  async function askAndReset(): Promise<void> {
    const details = `Their password stops working, and they're logged out everywhere. You'll get a link that lets them choose a new one.${tell}`;
    const labels = { confirmLabel: 'Reset', cancelLabel: 'Cancel' };
    if (!(await confirm(`Reset ${username}'s password?`, { details, danger: true, ...labels }))) return;
    await attempt(async () => onOpen({ kind: 'link', person, url: await reset.mutateAsync(username) }));
  }

  async function askAndEnd(): Promise<void> {
    const details = `They can log in again with their password.${tell}`;
    const labels = { confirmLabel: 'Log out', cancelLabel: 'Cancel' };
    if (!(await confirm(`Log ${username} out everywhere?`, { details, danger: true, ...labels }))) return;
    end.mutate(username, { onSuccess: () => toast.success(`${username} is logged out everywhere`) });
  }

  async function askAndLift(): Promise<void> {
    const labels = { confirmLabel: 'Lift suspension', cancelLabel: 'Cancel' };
    if (!(await confirm(`Let ${username} log in again?`, labels))) return;
    await attempt(async () => {
      await liftSuspension(username);
      toast.success(`${username} can log in again`);
      refresh();
    });
  }

  const open = (kind: Exclude<PersonDialog['kind'], 'link'>) => () => onOpen({ kind, person });
  const isSuspended = person.suspension !== null;
  const items = [
    person.reports > 0 && { label: 'Reports', icon: Flag, onSelect: open('reports') },
    person.assignable_roles.length > 0 && { label: 'Change role', icon: ShieldUser, onSelect: open('role') },
    { label: "Why can't they…?", icon: ShieldCheck, onSelect: open('why') },
    person.suspendable &&
      isSuspended && { label: 'Lift suspension', icon: UserRoundCheck, onSelect: () => void askAndLift() },
    person.manageable && { label: 'Log out everywhere', icon: LogOut, onSelect: () => void askAndEnd() },
    person.manageable && {
      label: 'Reset password',
      icon: KeyRound,
      danger: true,
      onSelect: () => void askAndReset(),
    },
    person.suspendable && !isSuspended && { label: 'Suspend', icon: Ban, danger: true, onSelect: open('suspend') },
  ].filter((item) => item !== false);
  return (
    <DropdownMenu
      trigger={
        <IconButton label={`Actions for ${username}`}>
          <Ellipsis size={20} aria-hidden="true" />
        </IconButton>
      }
      items={items}
    />
  );
}
