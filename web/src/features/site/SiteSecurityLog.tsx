import type { SiteSecurityEntry, SiteSecurityEvent } from '@hubbub/contract/features/site/security.endpoints.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Gavel, ShieldCheck } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { AuditSentence } from '#features/site/AuditLog.tsx';
import { eventChoices, isSuspicious, siteEventTexts } from '#features/site/event-texts.ts';
import { PagedList } from '#features/site/PagedList.tsx';
import { siteSecurityOptions } from '#features/site/security-log.data.ts';
import { pathTo } from '#platform/paths.ts';
import { exactTime } from '#platform/time.ts';
import { Card } from '#ui/card/Card.tsx';
import { SearchField } from '#ui/field/SearchField.tsx';
import { SelectField } from '#ui/field/SelectField.tsx';
import { EmptyState } from '#ui/states/States.tsx';

function EventIcon({ event }: { event: SiteSecurityEvent }) {
  const look = 'mt-0.5 shrink-0';
  if (event === 'team_action') return <Gavel size={20} aria-hidden="true" className={`${look} text-muted`} />;
  if (isSuspicious(event)) return <CircleAlert size={20} aria-hidden="true" className={`${look} text-danger-text`} />;
  return <CircleCheck size={20} aria-hidden="true" className={`${look} text-muted`} />;
}

function Who({ user }: Pick<SiteSecurityEntry, 'user'>) {
  if (user === null) return <span className="text-muted">Unknown account</span>;
  return (
    <Link
      to={pathTo('profile', { username: user.username })}
      className="font-semibold text-accent-text underline-offset-4 hover:underline"
    >
      <bdi>{user.name ?? user.username}</bdi>
    </Link>
  );
}

function Entry({ entry }: { entry: SiteSecurityEntry }) {
  const { event, times, user, device, network, request_id, action, created_at, last_at } = entry;
  return (
    <li className="flex gap-4 px-4 py-3 text-sm">
      <EventIcon event={event} />
      <div className="min-w-0 flex-1">
        {action === null ? (
          <p className="break-words">
            <Who user={user} /> · <span className="font-medium">{siteEventTexts[event]}</span>
            {times > 1 && `, ${times} times`}
          </p>
        ) : (
          <AuditSentence entry={action} />
        )}
        <p className="break-words text-muted text-xs">
          <time dateTime={created_at}>{exactTime(created_at)}</time>
          {times > 1 && (
            <>
              {' to '}
              <time dateTime={last_at}>{exactTime(last_at)}</time>
            </>
          )}
          {device !== null && ` · ${device}`}
          {network !== null && (
            <>
              {' · '}
              <span className="inline-block max-w-full break-all">{network}</span>
            </>
          )}
          {network === null && action === null && user === null && ' · Many networks'}
          {request_id !== null && (
            <>
              {' · '}
              <span className="inline-block">Request {request_id}</span>
            </>
          )}
        </p>
      </div>
    </li>
  );
}

/** What happened to everybody's accounts, what was refused and what the team did, newest first. */
export function SiteSecurityLog() {
  const [username, setUsername] = useState('');
  const [event, setEvent] = useState<'' | SiteSecurityEvent>('');
  const filter = {
    username: useDeferredValue(username.trim().replace(/^@/, '')),
    event: event === '' ? undefined : event,
  };
  const pages = useInfiniteQuery({ ...siteSecurityOptions(filter), placeholderData: (previous) => previous });
  const entries = pages.data?.pages.flat() ?? [];
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted text-sm">
        Log-ins, changes, refusals and what the team did. We keep entries of accounts for a year, and other refusals for
        90 days.
      </p>
      <SearchField label="Search by username" placeholder="Username" value={username} onChange={setUsername} />
      <SelectField
        label="Event"
        value={event}
        onChange={(value) => setEvent(value as '' | SiteSecurityEvent)}
        options={eventChoices}
      />
      <PagedList
        pages={pages}
        noun="security log"
        isEmpty={entries.length === 0}
        empty={
          <EmptyState icon={ShieldCheck} title="Nothing found">
            {username === '' && event === ''
              ? 'Log-ins and refusals show up here.'
              : 'Check the whole username, or choose another event.'}
          </EmptyState>
        }
      >
        <Card>
          <ul aria-label="Security log" className="divide-y divide-line">
            {entries.map((entry) => (
              <Entry key={entry._id} entry={entry} />
            ))}
          </ul>
        </Card>
      </PagedList>
    </div>
  );
}
