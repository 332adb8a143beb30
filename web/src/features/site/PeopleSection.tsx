import type { SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Ellipsis, KeyRound, LogOut, Search, UserPlus, Users } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { AddPeople } from '#features/site/AddPeople.tsx';
import { LinkDialog } from '#features/site/LoginSlips.tsx';
import { PagedList } from '#features/site/PagedList.tsx';
import { type PeopleFilter, peopleOptions, useEndSessions, useResetPerson } from '#features/site/people.data.ts';
import { SelectField } from '#features/site/SelectField.tsx';
import { errorTexts, isHandled } from '#platform/errors.ts';
import { avatarUrls } from '#platform/media.ts';
import { useNow } from '#platform/now.ts';
import { useCurrentUser } from '#platform/session.ts';
import { relativeTime } from '#platform/time.ts';
import { confirm, showAlerts } from '#ui/alerts/alerts.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { DropdownMenu } from '#ui/dropdown-menu/DropdownMenu.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import { toast } from '#ui/toast/toasts.ts';

const roleNames = { owner: 'Owner', admin: 'Admin', moderator: 'Moderator' } as const;
const stateNames = {
  active: undefined,
  pending: 'Not in yet',
  suspended: 'Suspended',
  deactivated: 'Deactivated',
} as const;

const roleChoices = [
  { value: '', label: 'Everyone' },
  ...Object.entries(roleNames).map(([value, name]) => ({ value, label: `${name}s` })),
  { value: 'none', label: 'No role' },
];
const stateChoices = [
  { value: '', label: 'Any state' },
  { value: 'active', label: 'Active' },
  { value: 'pending', label: 'Not in yet' },
  { value: 'suspended', label: 'Suspended' },
];

/** What the team can do about somebody. */
function PersonMenu({ person, onLink }: { person: SitePerson; onLink: (url: string) => void }) {
  const reset = useResetPerson();
  const end = useEndSessions();
  const { username } = person.user;
  const tell = person.email === null ? '' : " We'll email them about it.";

  async function askAndReset(): Promise<void> {
    const details = `Their password stops working, and they're logged out everywhere. You get a link for them to choose a new one.${tell}`;
    const labels = { confirmLabel: 'Reset', cancelLabel: 'Cancel' };
    if (!(await confirm(`Reset the password of ${username}?`, { details, danger: true, ...labels }))) return;
    try {
      onLink(await reset.mutateAsync(username));
    } catch (error) {
      if (!isHandled(error)) void showAlerts(errorTexts(error));
    }
  }

  async function askAndEnd(): Promise<void> {
    const details = `They can log in again with their password.${tell}`;
    const labels = { confirmLabel: 'Log out', cancelLabel: 'Cancel' };
    if (!(await confirm(`Log ${username} out everywhere?`, { details, danger: true, ...labels }))) return;
    end.mutate(username, { onSuccess: () => toast.success(`${username} is logged out everywhere`) });
  }

  return (
    <DropdownMenu
      trigger={
        <IconButton label={`Actions for ${username}`}>
          <Ellipsis size={20} aria-hidden="true" />
        </IconButton>
      }
      items={[
        { label: 'Log out everywhere', icon: LogOut, onSelect: () => void askAndEnd() },
        { label: 'Reset password', icon: KeyRound, danger: true, onSelect: () => void askAndReset() },
      ]}
    />
  );
}

const badgeLook = 'rounded-full bg-raised px-2 py-0.5 font-medium text-muted text-xs';

function Person({ person, onLink }: { person: SitePerson; onLink: (url: string) => void }) {
  const now = useNow();
  const { user, email, site_role: role, state, last_seen_at: seen, reports, manageable } = person;
  return (
    <li>
      <Card className="flex items-start gap-3 py-3 pr-1.5 pl-4">
        <Avatar {...avatarUrls(user.profile_path)} size={40} />
        <div className="min-w-0 flex-1 leading-snug">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <bdi className="min-w-0 break-words font-semibold">{user.name ?? user.username}</bdi>
            {role !== null && <span className={badgeLook}>{roleNames[role]}</span>}
            {stateNames[state] !== undefined && <span className={badgeLook}>{stateNames[state]}</span>}
          </p>
          <p className="break-words text-muted text-sm">
            @{user.username}
            {email !== null && ` · ${email}`}
          </p>
          <p className="text-muted text-xs tabular">
            {seen === null ? 'Never logged in' : `Last seen: ${relativeTime(seen, now)}`}
            {reports > 0 && ` · ${reports === 1 ? '1 report' : `${reports} reports`}`}
          </p>
        </div>
        {manageable && <PersonMenu person={person} onLink={onLink} />}
      </Card>
    </li>
  );
}

/** The site's team: everybody with an account. Admins add people. */
export function PeopleSection() {
  const { site_role: ownRole = null } = useCurrentUser();
  const [query, setQuery] = useState('');
  const [role, setRole] = useState('');
  const [state, setState] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [link, setLink] = useState<{ url: string; username: string }>();
  const filter = {
    query: useDeferredValue(query.trim()),
    role: role === '' ? undefined : role,
    state: state === '' ? undefined : state,
  } as PeopleFilter;
  const pages = useInfiniteQuery({ ...peopleOptions(filter), placeholderData: (previous) => previous });
  const people = pages.data?.pages.flatMap((page) => page.people) ?? [];
  if (isAdding) return <AddPeople onDone={() => setAdding(false)} />;
  return (
    <div className="flex flex-col gap-4">
      {(ownRole === 'owner' || ownRole === 'admin') && (
        <Button wide tone="secondary" icon={<UserPlus size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
          Add people
        </Button>
      )}
      <TextField
        label="Search people"
        hideLabel
        placeholder="Name, username or email"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        inputMode="search"
        autoCapitalize="none"
        spellCheck={false}
        leading={<Search size={18} aria-hidden="true" />}
      />
      <div className="grid grid-cols-2 gap-3">
        <SelectField label="Role" value={role} onChange={setRole} options={roleChoices} />
        <SelectField label="State" value={state} onChange={setState} options={stateChoices} />
      </div>
      <PagedList
        pages={pages}
        noun="people"
        isEmpty={people.length === 0}
        empty={
          <EmptyState icon={Users} title="Nobody found">
            Try another name, or another filter.
          </EmptyState>
        }
      >
        <ul aria-label="People" className="flex flex-col gap-3">
          {people.map((person) => (
            <Person
              key={person.user.user_id}
              person={person}
              onLink={(url) => setLink({ url, username: person.user.username })}
            />
          ))}
        </ul>
      </PagedList>
      {link !== undefined && <LinkDialog {...link} onClose={() => setLink(undefined)} />}
    </div>
  );
}
