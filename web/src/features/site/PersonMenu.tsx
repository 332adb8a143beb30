import type { SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import {
  Ban,
  Download,
  Ellipsis,
  Flag,
  KeyRound,
  LogOut,
  Pencil,
  ShieldCheck,
  ShieldOff,
  ShieldUser,
  Trash2,
  UserRoundCheck,
} from 'lucide-react';
import { useEndSessions, useRemoveSecondFactor, useResetPerson } from '#features/site/people.data.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { DropdownMenu } from '#ui/dropdown-menu/DropdownMenu.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { toast } from '#ui/toast/toasts.ts';

/** What opens over the list of people. */
export type PersonDialog =
  | { kind: 'role' | 'suspend' | 'reports' | 'why' | 'edit' | 'data' | 'delete'; person: SitePerson }
  | { kind: 'link'; person: SitePerson; url: string };

interface PersonMenuProps {
  person: SitePerson;
  liftSuspension: (username: string) => void;
  onOpen: (dialog: PersonDialog) => void;
}

/** Actions that ask for confirmation first. */
function useQuestions({ person, liftSuspension, onOpen }: PersonMenuProps) {
  const { username } = person.user;
  const reset = useResetPerson();
  const end = useEndSessions();
  const removeFactor = useRemoveSecondFactor();
  const tell = person.email === null ? '' : " We'll email them about it.";

  async function askAndReset(): Promise<void> {
    const details = `Their password stops working, and they're logged out everywhere. You'll get a link that lets them choose a new one.${tell}`;
    const labels = { confirmLabel: 'Reset', cancelLabel: 'Cancel' };
    if (!(await confirm(`Reset ${username}'s password?`, { details, danger: true, ...labels }))) return;
    reset.mutate(username, { onSuccess: (url) => onOpen({ kind: 'link', person, url }) });
  }

  async function askAndEnd(): Promise<void> {
    const details = `They can log in again with their password.${tell}`;
    const labels = { confirmLabel: 'Log out', cancelLabel: 'Cancel' };
    if (!(await confirm(`Log ${username} out everywhere?`, { details, danger: true, ...labels }))) return;
    end.mutate(username, { onSuccess: () => toast.success(`${username} is logged out everywhere`) });
  }

  async function askAndRemoveFactor(): Promise<void> {
    const details = `They log in with their password alone until they turn codes on again. Make sure that it's really them who asks.${tell}`;
    const labels = { confirmLabel: 'Remove', cancelLabel: 'Cancel' };
    if (!(await confirm(`Remove ${username}'s second factor?`, { details, danger: true, ...labels }))) return;
    const onSuccess = () => toast.success(`${username} logs in with the password alone now`);
    removeFactor.mutate(username, { onSuccess });
  }

  async function askAndLift(): Promise<void> {
    const labels = { confirmLabel: 'Lift suspension', cancelLabel: 'Cancel' };
    if (!(await confirm(`Let ${username} log in again?`, labels))) return;
    liftSuspension(username);
  }

  return { askAndReset, askAndEnd, askAndRemoveFactor, askAndLift };
}

/** What the team can do about somebody; nothing is offered that the server would refuse. */
export function PersonMenu(props: PersonMenuProps) {
  const { person, onOpen } = props;
  const { askAndReset, askAndEnd, askAndRemoveFactor, askAndLift } = useQuestions(props);
  const open = (kind: Exclude<PersonDialog['kind'], 'link'>) => () => onOpen({ kind, person });
  const isSuspended = person.suspension !== null;
  const items = [
    person.reports > 0 && { label: 'Reports', icon: Flag, onSelect: open('reports') },
    person.manageable && { label: 'Edit', icon: Pencil, onSelect: open('edit') },
    person.assignable_roles.length > 0 && { label: 'Change role', icon: ShieldUser, onSelect: open('role') },
    { label: "Why can't they…?", icon: ShieldCheck, onSelect: open('why') },
    person.suspendable &&
      isSuspended && { label: 'Lift suspension', icon: UserRoundCheck, onSelect: () => void askAndLift() },
    person.manageable && { label: 'Download their data', icon: Download, onSelect: open('data') },
    person.manageable && { label: 'Log out everywhere', icon: LogOut, onSelect: () => void askAndEnd() },
    person.uses_codes && {
      label: 'Remove second factor',
      icon: ShieldOff,
      danger: true,
      onSelect: () => void askAndRemoveFactor(),
    },
    person.manageable && {
      label: 'Reset password',
      icon: KeyRound,
      danger: true,
      onSelect: () => void askAndReset(),
    },
    person.suspendable && !isSuspended && { label: 'Suspend', icon: Ban, danger: true, onSelect: open('suspend') },
    person.manageable && { label: 'Delete this person', icon: Trash2, danger: true, onSelect: open('delete') },
  ].filter((item) => item !== false);
  return (
    <DropdownMenu
      trigger={
        <IconButton label={`Actions for ${person.user.username}`}>
          <Ellipsis size={20} aria-hidden="true" />
        </IconButton>
      }
      items={items}
    />
  );
}
