import type { JoinRequest } from '@hubbub/contract/features/site/joining.endpoints.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { Email } from '#features/site/Email.tsx';
import { PagedList } from '#features/site/PagedList.tsx';
import { requestsOptions, useDecideRequest } from '#features/site/requests.data.ts';
import { avatarUrls } from '#platform/media.ts';
import { useNow } from '#platform/now.ts';
import { exactTime, relativeTime } from '#platform/time.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { EmptyState } from '#ui/states/States.tsx';

function Request({ request }: { request: JoinRequest }) {
  const now = useNow();
  const decide = useDecideRequest();
  const { user, email, reason, created_at } = request;
  const name = user.name ?? user.username;
  const decided = decide.isPending ? decide.variables.decision : undefined;

  async function refuse(): Promise<void> {
    const details = "We'll delete the account and email them that they weren't approved. They can register again.";
    if (await confirm(`Refuse ${name}?`, { details, danger: true, confirmLabel: 'Refuse', cancelLabel: 'Cancel' }))
      decide.mutate({ username: user.username, decision: 'refuse' });
  }

  return (
    <li>
      <Card className="flex flex-col gap-3 p-4">
        <div className="flex items-start gap-3">
          <Avatar {...avatarUrls(user.profile_path)} size={40} />
          <div className="min-w-0 flex-1 leading-tight">
            <p dir="auto" className="truncate text-left font-semibold">
              {name}
            </p>
            <p className="break-words text-muted text-sm">@{user.username}</p>
            {email !== null && <Email email={email} />}
          </div>
          <time dateTime={created_at} title={exactTime(created_at)} className="shrink-0 text-muted text-xs tabular">
            {relativeTime(created_at, now)}
          </time>
        </div>
        <p dir="auto" className="whitespace-pre-line break-words text-sm">
          {reason === '' ? <span className="text-muted">They gave no reason.</span> : reason}
        </p>
        <div className="grid grid-cols-2 gap-2">
          <Button
            tone="secondary"
            onClick={() => void refuse()}
            pending={decided === 'refuse'}
            disabled={decide.isPending}
            aria-label={`Refuse ${name}`}
          >
            Refuse
          </Button>
          <Button
            onClick={() => decide.mutate({ username: user.username, decision: 'accept' })}
            pending={decided === 'accept'}
            disabled={decide.isPending}
            aria-label={`Accept ${name}`}
          >
            Accept
          </Button>
        </div>
      </Card>
    </li>
  );
}

/** The site's team: people who wait for approval. */
export function RequestsSection() {
  const pages = useInfiniteQuery(requestsOptions);
  const requests = pages.data?.pages.flatMap((page) => page.requests) ?? [];
  return (
    <PagedList
      pages={pages}
      noun="requests"
      isEmpty={requests.length === 0}
      empty={
        <EmptyState icon={Inbox} title="Nobody is waiting">
          When registration needs approval, people who confirmed their email appear here.
        </EmptyState>
      }
    >
      <ul aria-label="Requests" className="flex flex-col gap-3">
        {requests.map((request) => (
          <Request key={request.user.username} request={request} />
        ))}
      </ul>
    </PagedList>
  );
}
