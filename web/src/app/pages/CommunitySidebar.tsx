import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { Images, type LucideIcon, MessagesSquare } from 'lucide-react';
import { Link } from 'react-router';
import { type Opened, openCreated, viewNames } from '#app/pages/use-opened-community.ts';
import { ChannelList } from '#features/channels/public.ts';
import { CommunityHeader } from '#features/communities/public.ts';
import { useTalking, Voices } from '#features/meetings/public.ts';
import { useMarks } from '#platform/marks.ts';
import { pathTo } from '#platform/paths.ts';
import { CountBadge } from '#ui/count-badge/CountBadge.tsx';
import { cx } from '#ui/cx.ts';

interface ViewLinkProps {
  community: Community;
  view: keyof typeof viewNames;
  icon: LucideIcon;
  current: boolean;
}

/** Opens something beside the channels. Threads are those of all communities, which is why their number is, too. */
function ViewLink({ community, view, icon: Icon, current }: ViewLinkProps) {
  const { threads } = useMarks();
  const unread = view === 'threads' ? threads : 0;
  return (
    <li>
      <Link
        to={pathTo('communities', {}, { community: community.community_handle, view })}
        aria-current={current ? 'page' : undefined}
        className={cx(
          'flex min-h-11 items-center gap-2 rounded-control px-3 transition-colors hover:bg-raised hover:text-text aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-text',
          unread > 0 ? 'font-semibold text-text' : 'text-muted',
        )}
      >
        <Icon size={18} aria-hidden="true" />
        <span className="flex-1">{viewNames[view]}</span>
        <CountBadge count={unread} />
        {unread > 0 && <span className="sr-only">, {unread} unread</span>}
      </Link>
    </li>
  );
}

/** The community's name and menu, and for members its channels. */
export function CommunitySidebar({ opened, community }: { opened: Opened; community: Community }) {
  const talking = useTalking();
  const { name, community_handle: handle } = community;
  return (
    <>
      <CommunityHeader community={community} />
      <ul className="mx-2 mt-2 flex shrink-0 flex-col gap-0.5">
        <ViewLink community={community} view="posts" icon={Images} current={opened.posts} />
        {community.joined && (
          <ViewLink community={community} view="threads" icon={MessagesSquare} current={opened.threads} />
        )}
      </ul>
      {community.joined ? (
        <ChannelList
          key={community.community_id}
          community={community}
          currentId={opened.channelId}
          onCreated={(created) => openCreated(opened, community, created)}
          talking={
            talking && {
              currentId: talking.currentId,
              Voices,
              onJoin: (channel) =>
                talking.join({
                  roomId: channel.channel_id,
                  title: `${channel.name} · ${name}`,
                  path: pathTo('communities', {}, { community: handle }),
                }),
            }
          }
        />
      ) : (
        <p className="p-4 text-muted text-sm">
          {community.banned ? "You're banned from this community." : 'Join to see the channels.'}
        </p>
      )}
    </>
  );
}
