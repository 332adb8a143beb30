import type { SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { KeyRound, LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { LoginSlips, type Slip } from '#features/site/LoginSlips.tsx';
import { type PersonDialog, PersonMenu } from '#features/site/PersonMenu.tsx';
import { useForEach } from '#features/site/people.data.ts';
import { reportsText, roleNames, stateText } from '#features/site/person-texts.ts';
import { peopleText } from '#features/site/site.rules.ts';
import { avatarUrls } from '#platform/media.ts';
import { useNow } from '#platform/now.ts';
import { pathTo } from '#platform/paths.ts';
import { exactTime, relativeTime } from '#platform/time.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Button } from '#ui/button/Button.tsx';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { toast } from '#ui/toast/toasts.ts';

interface PeopleTableProps {
  people: readonly SitePerson[];
  liftSuspension: (username: string) => void;
  onOpen: (dialog: PersonDialog) => void;
}

/** What can be done about several people at once. */
function Chosen({
  people,
  onDone,
  onSlips,
}: {
  people: readonly SitePerson[];
  onDone: () => void;
  onSlips: (slips: Slip[]) => void;
}) {
  const { endAll, resetAll, pending } = useForEach();
  const count = peopleText(people.length);

  async function logOut(): Promise<void> {
    const details = 'They can log in again with their passwords.';
    const labels = { confirmLabel: 'Log out', cancelLabel: 'Cancel' };
    if (!(await confirm(`Log ${count} out everywhere?`, { details, danger: true, ...labels }))) return;
    const done = await endAll(people);
    if (done.length === people.length) onDone();
    toast.success(`${peopleText(done.length)} logged out everywhere`);
  }

  async function reset(): Promise<void> {
    const details =
      "Their passwords stop working, and they're logged out everywhere. You get a slip for each with a link to choose a new one.";
    const labels = { confirmLabel: 'Reset', cancelLabel: 'Cancel' };
    if (!(await confirm(`Reset the passwords of ${count}?`, { details, danger: true, ...labels }))) return;
    const slips = await resetAll(people);
    if (slips.length > 0) onSlips(slips);
    if (slips.length === people.length) onDone();
  }

  return (
    <div className="flex flex-wrap items-center gap-2 rounded-control bg-raised px-3 py-2">
      <p role="status" className="mr-auto font-medium text-sm">
        {count} chosen
      </p>
      <Button
        tone="secondary"
        pending={pending}
        icon={<LogOut size={17} aria-hidden="true" />}
        onClick={() => void logOut()}
      >
        Log out everywhere
      </Button>
      <Button
        tone="secondary"
        pending={pending}
        icon={<KeyRound size={17} aria-hidden="true" />}
        onClick={() => void reset()}
      >
        Reset passwords
      </Button>
    </div>
  );
}

const cell = 'px-2 py-1 align-middle';

interface RowProps {
  person: SitePerson;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  menu: ReactNode;
}

function Row({ person, isChosen, onChoose, menu }: RowProps) {
  const now = useNow();
  const { user, email, site_role: role, last_seen_at: seen, reports } = person;
  const facts = [role === null ? undefined : roleNames[role], stateText(person), reportsText(reports)];
  return (
    <tr className="border-line border-b hover:bg-surface">
      <td>
        {person.manageable && (
          <Checkbox label={`Choose ${user.username}`} hideLabel checked={isChosen} onCheckedChange={onChoose} />
        )}
      </td>
      <td className={cell}>
        <div className="flex min-w-0 items-center gap-2">
          <Avatar {...avatarUrls(user.profile_path)} size={28} />
          <div className="min-w-0 leading-tight">
            <Link
              to={pathTo('profile', { username: user.username })}
              className="block truncate rounded-sm font-semibold underline-offset-4 hover:underline"
            >
              <bdi>{user.name ?? user.username}</bdi>
            </Link>
            <p className="truncate text-muted text-xs">@{user.username}</p>
          </div>
        </div>
      </td>
      <td className={`${cell} truncate text-muted`} title={email ?? undefined}>
        {email ?? '–'}
      </td>
      <td className={`${cell} break-words text-xs`}>{facts.filter((fact) => fact !== undefined).join(', ')}</td>
      <td className={`${cell} text-muted text-xs tabular`} title={seen === null ? undefined : exactTime(seen)}>
        {seen === null ? 'Never logged in' : relativeTime(seen, now)}
      </td>
      <td>{menu}</td>
    </tr>
  );
}

/** People a line each, where there's room; several can be chosen. */
export function PeopleTable({ people, liftSuspension, onOpen }: PeopleTableProps) {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const [slips, setSlips] = useState<Slip[]>([]);
  const manageable = people.filter((person) => person.manageable);
  const chosen = manageable.filter(({ user }) => names.has(user.username));
  const choose = (username: string, isChosen: boolean) => {
    const next = new Set(names);
    if (isChosen) next.add(username);
    else next.delete(username);
    setNames(next);
  };
  if (slips.length > 0)
    return (
      <LoginSlips
        slips={slips}
        heading={slips.length === 1 ? '1 password reset' : `${slips.length} passwords reset`}
        onDone={() => setSlips([])}
      />
    );
  const heading = 'px-2 py-2 text-left font-medium text-muted text-xs';
  return (
    <div className="flex flex-col gap-3">
      {chosen.length > 0 && <Chosen people={chosen} onDone={() => setNames(new Set())} onSlips={setSlips} />}
      <table aria-label="People" className="w-full table-fixed border-collapse text-sm">
        <thead>
          <tr className="border-line border-b">
            <th scope="col" className="w-10">
              {manageable.length > 0 && (
                <Checkbox
                  label="Everyone in this list"
                  hideLabel
                  checked={chosen.length === manageable.length}
                  onCheckedChange={(all) => setNames(new Set(all ? manageable.map(({ user }) => user.username) : []))}
                />
              )}
            </th>
            <th scope="col" className={heading}>
              Person
            </th>
            <th scope="col" className={heading}>
              Email
            </th>
            <th scope="col" className={`${heading} w-36`}>
              Role and state
            </th>
            <th scope="col" className={`${heading} w-32`}>
              Last seen
            </th>
            <th scope="col" className="w-12">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <Row
              key={person.user.user_id}
              person={person}
              isChosen={names.has(person.user.username)}
              onChoose={(isChosen) => choose(person.user.username, isChosen)}
              menu={<PersonMenu person={person} liftSuspension={liftSuspension} onOpen={onOpen} />}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
