import type { AuditEntry } from '@hubbub/contract/features/site/site.endpoints.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { Link } from 'react-router';
import { PagedList } from '#features/site/PagedList.tsx';
import { auditSentence, hasNamelessSubject } from '#features/site/site.rules.ts';
import { auditOptions } from '#features/site/team.data.ts';
import { useNow } from '#platform/now.ts';
import { exactTime, relativeTime } from '#platform/time.ts';
import { Card } from '#ui/card/Card.tsx';
import { EmptyState } from '#ui/states/States.tsx';

const actorOf = ({ actor, on_server }: AuditEntry) => {
  if (actor !== null) return actor.name ?? actor.username;
  return on_server ? 'Somebody on the server' : 'A deleted account';
};

function Subject({ subject }: { subject: NonNullable<AuditEntry['subject']> }) {
  const name = subject.name ?? (subject.kind === 'user' ? 'a deleted account' : `a deleted ${subject.kind}`);
  if (subject.url === null) return <bdi>{name}</bdi>;
  return (
    <Link to={subject.url} className="font-semibold text-accent-text underline-offset-4 hover:underline">
      <bdi>{name}</bdi>
    </Link>
  );
}

/** Who did what to whom. */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  return (
    <p className="break-words">
      <bdi className="font-semibold">{actorOf(entry)}</bdi> {auditSentence(entry)}{' '}
      {entry.subject !== null && !hasNamelessSubject(entry.subject) && <Subject subject={entry.subject} />}
    </p>
  );
}

function Entry({ entry, now }: { entry: AuditEntry; now: number }) {
  return (
    <li className="flex flex-col gap-0.5 px-4 py-3 text-sm">
      <AuditSentence entry={entry} />
      <time dateTime={entry.created_at} title={exactTime(entry.created_at)} className="text-muted text-xs">
        {relativeTime(entry.created_at, now)}
      </time>
    </li>
  );
}

/** What the team did, newest first. */
export function AuditLog() {
  const pages = useInfiniteQuery(auditOptions);
  const now = useNow();
  const entries = pages.data?.pages.flat() ?? [];
  return (
    <PagedList
      pages={pages}
      noun="audit log"
      isEmpty={entries.length === 0}
      empty={
        <EmptyState icon={ScrollText} title="Nothing yet">
          Everything the team does is recorded here, and nobody on the site can change or delete it.
        </EmptyState>
      }
    >
      <Card>
        <ul className="divide-y divide-line">
          {entries.map((entry) => (
            <Entry key={entry._id} entry={entry} now={now} />
          ))}
        </ul>
      </Card>
    </PagedList>
  );
}
