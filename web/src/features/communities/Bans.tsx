import type { Ban } from '@hubbub/contract/features/communities/bans.endpoints.ts';
import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Hammer } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { bansOptions, useLiftBan } from '#features/communities/bans.data.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { avatarUrls } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { longDate } from '#platform/time.ts';
import { usePaused } from '#platform/use-paused.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { SearchField } from '#ui/field/SearchField.tsx';
import { lateOverlay } from '#ui/late/late.tsx';
import { ShowMore } from '#ui/show-more/ShowMore.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';
import { toast } from '#ui/toast/toasts.ts';

const BanDialog = lateOverlay(async () => (await import('#features/communities/BanDialog.tsx')).default, 'The form');

function BanRow({ ban, handle }: { ban: Ban; handle: string }) {
  const { user, until, text, by } = ban;
  const lift = useLiftBan(handle);
  const ask = async () => {
    const sure = await confirm(`Lift @${user.username}'s ban?`, {
      details: 'They can join again right away. Messages that were deleted with the ban stay deleted.',
      confirmLabel: 'Lift ban',
      cancelLabel: 'Cancel',
    });
    if (sure) lift.mutate(user.username, { onSuccess: () => toast.success(`@${user.username} can come back`) });
  };
  return (
    <li className="flex flex-col gap-2 border-line border-b px-4 py-3 last:border-b-0 sm:flex-row sm:items-start sm:gap-4">
      <div className="flex min-w-0 flex-1 items-start gap-3">
        <Avatar {...avatarUrls(user.profile_path)} size={36} />
        <div className="min-w-0 flex-1">
          <Link
            to={pathTo('profile', { username: user.username })}
            className="block truncate rounded-sm font-medium hover:underline"
          >
            <bdi>{user.name ?? user.username}</bdi>
          </Link>
          <p className="truncate text-muted text-xs">@{user.username}</p>
          {text !== '' && (
            <p dir="auto" className="mt-1.5 text-sm [overflow-wrap:anywhere]">
              {text}
            </p>
          )}
          <p className="mt-1.5 text-muted text-xs">
            {until === null ? 'No end' : `Until ${longDate(until)}`} · banned by @{by.username}
          </p>
        </div>
      </div>
      <Button tone="secondary" size="sm" pending={lift.isPending} onClick={() => void ask()}>
        Lift ban
        <span className="sr-only"> for @{user.username}</span>
      </Button>
    </li>
  );
}

function Waiting() {
  return (
    <Loading label="Loading bans" className="flex flex-col gap-3 p-4">
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
    </Loading>
  );
}

/** Who is banned, until when and why. */
export function Bans({ community }: { community: Community }) {
  const handle = community.community_handle;
  const [text, setText] = useState('');
  const [banning, setBanning] = useState(false);
  const query = usePaused(text.trim());
  const list = useInfiniteQuery(bansOptions(handle, query));
  const { data } = list;
  const failure = useLoadFailure(list, 'the bans');
  const bans = data?.pages.flat() ?? [];

  const body = () => {
    if (data === undefined) {
      return failure === null ? <Waiting /> : <ErrorState {...failure}>{failure.text}</ErrorState>;
    }
    if (bans.length === 0) {
      return query === '' ? (
        <EmptyState icon={Hammer} title="Nobody is banned">
          A ban keeps someone out of this community. To let someone come back at any time, remove them instead.
        </EmptyState>
      ) : (
        <p className="px-4 py-10 text-center text-muted text-sm">{messages.noResults}</p>
      );
    }
    return (
      <ul aria-label="Bans">
        {bans.map((ban) => (
          <BanRow key={ban.ban_id} ban={ban} handle={handle} />
        ))}
      </ul>
    );
  };

  return (
    <Card className="max-w-[640px] overflow-hidden">
      <div className="flex flex-col gap-3 border-line border-b p-4 sm:flex-row sm:items-center">
        <div className="flex-1">
          <SearchField label="Search bans" value={text} onChange={setText} />
        </div>
        <Button tone="secondary" icon={<Hammer size={18} aria-hidden="true" />} onClick={() => setBanning(true)}>
          Ban someone
        </Button>
      </div>
      {body()}
      <ShowMore pages={list} size="sm" className="border-line border-t p-3" />
      {banning && <BanDialog community={community} username="" onClose={() => setBanning(false)} />}
    </Card>
  );
}
