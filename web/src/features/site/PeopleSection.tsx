import type { SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { UserPlus, Users } from 'lucide-react';
import { type ComponentType, useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { AddPeople } from '#features/site/AddPeople.tsx';
import { DeletePersonDialog } from '#features/site/DeletePersonDialog.tsx';
import { EditPersonDialog } from '#features/site/EditPersonDialog.tsx';
import { Email } from '#features/site/Email.tsx';
import { LinkDialog } from '#features/site/LoginSlips.tsx';
import { PagedList } from '#features/site/PagedList.tsx';
import { PeopleTable } from '#features/site/PeopleTable.tsx';
import { type PersonDialog, PersonMenu } from '#features/site/PersonMenu.tsx';
import { type PeopleFilter, peopleOptions, useRefreshPeople } from '#features/site/people.data.ts';
import { reportsText, roleNames, stateText } from '#features/site/person-texts.ts';
import { RoleDialog } from '#features/site/RoleDialog.tsx';
import { avatarUrls } from '#platform/media.ts';
import { useMediaQuery } from '#platform/media-query.ts';
import { useNow } from '#platform/now.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { exactTime, relativeTime } from '#platform/time.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { SearchField } from '#ui/field/SearchField.tsx';
import { SelectField } from '#ui/field/SelectField.tsx';
import { EmptyState } from '#ui/states/States.tsx';

const roleChoices = [
  { value: '', label: 'Everyone' },
  ...Object.entries(roleNames).map(([value, name]) => ({ value, label: `${name}s` })),
  { value: 'none', label: 'No role' },
];
const stateChoices = [
  { value: '', label: 'Any state' },
  { value: 'active', label: 'Active' },
  { value: 'pending', label: 'Not joined yet' },
  { value: 'suspended', label: 'Suspended' },
  { value: 'deactivated', label: 'Deactivated' },
];

const badgeLook = 'rounded-full bg-raised px-2 py-0.5 font-medium text-muted text-xs';

interface PersonProps {
  person: SitePerson;
  liftSuspension: Moderation['liftSuspension'];
  onOpen: (dialog: PersonDialog) => void;
}

function Person({ person, liftSuspension, onOpen }: PersonProps) {
  const now = useNow();
  const { user, email, site_role: role, last_seen_at: seen, reports } = person;
  const state = stateText(person);
  return (
    <li>
      <Card className="flex items-start gap-3 py-3 pr-1.5 pl-4">
        <Avatar {...avatarUrls(user.profile_path)} size={40} />
        <div className="min-w-0 flex-1 leading-snug">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Link
              to={pathTo('profile', { username: user.username })}
              className="min-w-0 break-words rounded-sm font-semibold underline-offset-4 hover:underline"
            >
              <bdi>{user.name ?? user.username}</bdi>
            </Link>
            {role !== null && <span className={badgeLook}>{roleNames[role]}</span>}
            {state !== undefined && <span className={badgeLook}>{state}</span>}
          </p>
          <p className="break-words text-muted text-sm">@{user.username}</p>
          {email !== null && <Email email={email} />}
          <p className="text-muted text-xs tabular" title={seen === null ? undefined : exactTime(seen)}>
            {seen === null ? 'Never logged in' : `Last seen: ${relativeTime(seen, now)}`}
            {reports > 0 && ` · ${reportsText(reports)}`}
          </p>
        </div>
        <PersonMenu person={person} liftSuspension={liftSuspension} onOpen={onOpen} />
      </Card>
    </li>
  );
}

/** What's open over the list. */
function OpenDialog({
  dialog,
  moderation,
  onClose,
}: {
  dialog: PersonDialog;
  moderation: Moderation;
  onClose: () => void;
}) {
  const refresh = useRefreshPeople();
  const { SuspendDialog, ReportsAbout, ExplainDialog, PersonExportDialog } = moderation;
  const { username } = dialog.person.user;
  switch (dialog.kind) {
    case 'role':
      return <RoleDialog person={dialog.person} onClose={onClose} />;
    case 'suspend':
      return <SuspendDialog username={username} onDone={refresh} onClose={onClose} />;
    case 'reports':
      return (
        <ReportsAbout
          username={username}
          onClose={() => {
            // Decisions may have been made there.
            refresh();
            onClose();
          }}
        />
      );
    case 'why':
      return <ExplainDialog about={{ person: dialog.person.user }} onClose={onClose} />;
    case 'edit':
      return <EditPersonDialog person={dialog.person} onClose={onClose} />;
    case 'delete':
      return <DeletePersonDialog person={dialog.person} onClose={onClose} />;
    case 'data':
      return <PersonExportDialog username={username} onClose={onClose} />;
    case 'link':
      return <LinkDialog url={dialog.url} username={username} onClose={onClose} />;
  }
}

/** What moderation and archives can do about somebody; the app passes it in, because they're later features. */
interface Moderation {
  SuspendDialog: ComponentType<{ username: string; onDone: () => void; onClose: () => void }>;
  ReportsAbout: ComponentType<{ username: string; onClose: () => void }>;
  ExplainDialog: ComponentType<{ about: { person: SitePerson['user'] }; onClose: () => void }>;
  PersonExportDialog: ComponentType<{ username: string; onClose: () => void }>;
  liftSuspension: (username: string) => void;
}

/** The site's team: everybody with an account. Admins add people. */
export function PeopleSection({ moderation }: { moderation: Moderation }) {
  const { site_role: ownRole = null } = useCurrentUser();
  const [query, setQuery] = useState('');
  const [role, setRole] = useState('');
  const [state, setState] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [dialog, setDialog] = useState<PersonDialog>();
  const isWide = useMediaQuery('(min-width: 1280px)');
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
      <SearchField label="Search people" placeholder="Name, username or email" value={query} onChange={setQuery} />
      <div className="grid grid-cols-2 gap-3">
        <SelectField label="Role" value={role} onChange={setRole} options={roleChoices} />
        <SelectField label="State" value={state} onChange={setState} options={stateChoices} />
      </div>
      <PagedList
        pages={pages}
        noun="people"
        isEmpty={people.length === 0}
        empty={
          <EmptyState icon={Users} title="No people found">
            Try another name, or another filter.
          </EmptyState>
        }
      >
        {isWide ? (
          <PeopleTable people={people} liftSuspension={moderation.liftSuspension} onOpen={setDialog} />
        ) : (
          <ul aria-label="People" className="flex flex-col gap-3">
            {people.map((person) => (
              <Person
                key={person.user.user_id}
                person={person}
                liftSuspension={moderation.liftSuspension}
                onOpen={setDialog}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {dialog !== undefined && (
        <OpenDialog dialog={dialog} moderation={moderation} onClose={() => setDialog(undefined)} />
      )}
    </div>
  );
}
