import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Community, Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowUpDown, ChevronDown, Lock, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { type ChannelGroup, groupsOf } from '#features/channels/categories.rules.ts';
import { channelsOptions } from '#features/channels/channels.data.ts';
import { accessReason } from '#features/channels/channels.rules.ts';
import { useCollapsed } from '#features/channels/collapsed.ts';
import { FirstChannel } from '#features/channels/FirstChannel.tsx';
import { LateNewChannelDialog } from '#features/channels/late-new-channel.ts';
import { type Talking, VoiceChannels } from '#features/channels/VoiceChannels.tsx';
import { permissionsOptions, rolesOptions, stepThrough } from '#features/communities/public.ts';
import { MutedMark } from '#features/rooms/public.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { pathTo } from '#platform/paths.ts';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { lateOverlay } from '#ui/late/late.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { InlineErrorState } from '#ui/states/States.tsx';
import { Tooltip } from '#ui/tooltip/Tooltip.tsx';

const OrderDialog = lateOverlay(async () => (await import('#features/channels/OrderDialog.tsx')).default, 'The list');

const rowClasses =
  'relative flex min-h-11 w-full items-center gap-2 rounded-control px-3 text-left focus-visible:-outline-offset-2';

interface EntryProps {
  channel: Channel;
  handle: string;
  current: boolean;
  unread: boolean;
  reason: string;
}

function Entry({ channel, handle, current, unread, reason }: EntryProps) {
  const reasonId = useId();
  const name = (
    <span dir="auto" className="min-w-0 flex-1 truncate">
      # {channel.name}
    </span>
  );
  if (!channel.usable) {
    return (
      <li>
        <Tooltip text={reason} side="right">
          <button
            type="button"
            aria-disabled="true"
            aria-describedby={reasonId}
            aria-current={current ? 'page' : undefined}
            data-step
            className={cx(rowClasses, 'cursor-not-allowed text-muted', current && 'bg-raised')}
          >
            {name}
            <Lock size={14} aria-hidden="true" className="shrink-0" />
          </button>
        </Tooltip>
        <span id={reasonId} className="sr-only">
          {reason}
        </span>
      </li>
    );
  }
  return (
    <li>
      <Link
        to={pathTo('communities', {}, { community: handle, channel: channel.channel_id })}
        aria-current={current ? 'page' : undefined}
        data-step
        className={cx(
          rowClasses,
          'transition-colors hover:bg-raised hover:text-text',
          current ? 'bg-raised font-semibold text-text' : 'text-muted',
          unread && 'font-semibold text-text',
        )}
      >
        {name}
        {channel.notify === 'none' && <MutedMark />}
        {unread && <span className="size-2 shrink-0 rounded-full bg-accent" />}
        {unread && <span className="sr-only">(new messages)</span>}
      </Link>
    </li>
  );
}

interface CategoryButtonProps {
  name: string;
  expanded: boolean;
  onToggle: () => void;
}

/** A category's name, which shows and hides its channels. */
function CategoryButton({ name, expanded, onToggle }: CategoryButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={expanded}
      data-step
      onClick={onToggle}
      className="mt-1 flex min-h-9 w-full items-center gap-1 rounded-control px-1.5 text-left font-semibold text-muted text-xs hover:text-text focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
    >
      <ChevronDown
        size={14}
        aria-hidden="true"
        className={cx('shrink-0 transition-transform', !expanded && '-rotate-90 rtl:rotate-90')}
      />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {name}
      </span>
    </button>
  );
}

interface GroupProps {
  community: Community;
  group: ChannelGroup;
  currentId: string | undefined;
  roles: readonly Role[] | undefined;
}

/** The channels of a category, or those without one. Of a collapsed category, the open channel and unread ones are left. */
function Group({ community, group: { category, channels }, currentId, roles }: GroupProps) {
  const { isCollapsed, toggle } = useCollapsed(community.community_id);
  const isClosed = category !== null && isCollapsed(category);
  const entries = channels.map((channel) => ({
    channel,
    current: channel.channel_id === currentId,
    unread: channel.unread_id != null && channel.notify !== 'none' && channel.channel_id !== currentId,
    reason: accessReason(channel, roles),
  }));
  const shown = isClosed ? entries.filter(({ current, unread }) => current || unread) : entries;
  return (
    <>
      {category !== null && <CategoryButton name={category} expanded={!isClosed} onToggle={() => toggle(category)} />}
      {shown.length > 0 && (
        <ul aria-label={category ?? 'Channels'} className="flex flex-col gap-0.5">
          {shown.map((entry) => (
            <Entry key={entry.channel.channel_id} {...entry} handle={community.community_handle} />
          ))}
        </ul>
      )}
    </>
  );
}

function Skeletons() {
  return (
    <Loading label="Loading channels" className="flex flex-col gap-1 px-3">
      {['w-24', 'w-32', 'w-20', 'w-28'].map((width) => (
        <span key={width} className="flex h-11 items-center">
          <Skeleton className={cx('h-4', width)} />
        </span>
      ))}
    </Loading>
  );
}

interface ChannelListProps {
  community: Community;
  currentId: string | undefined;
  onCreated: (channel: Channel) => void;
  /** Left out where the site has no calls. */
  talking?: Talking | undefined;
}

/** A community's channels as "# name"; those the person has no role for are disabled and say why. */
export function ChannelList({ community, currentId, onCreated, talking }: ChannelListProps) {
  const handle = community.community_handle;
  const query = useQuery(channelsOptions(handle));
  const { data: channels } = query;
  const failure = useLoadFailure(query, 'the channels', { isStored: true });
  const { data: permissions = [] } = useQuery(permissionsOptions(handle));
  const { data: roles } = useQuery(rolesOptions(handle));
  const [creating, setCreating] = useState(false);
  const [ordering, setOrdering] = useState(false);
  const mayCreate = permissions.includes('channel:create');

  const list = () => {
    if (channels === undefined) {
      if (failure === null) return <Skeletons />;
      return (
        <div className="px-3 py-2">
          <InlineErrorState {...failure}>{failure.text}</InlineErrorState>
        </div>
      );
    }
    if (channels.length === 0) {
      return (
        <>
          <p className="px-3 py-2 text-muted text-sm">No channels yet.</p>
          {/* Elsewhere, it's beside the list. */}
          <div className="px-3 py-2 min-[768px]:hidden">
            <FirstChannel community={community} hasVoice={talking !== undefined} onCreated={onCreated} />
          </div>
        </>
      );
    }
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links inside, which are what's used.
      <div onKeyDown={stepThrough} className="flex flex-col gap-1">
        {groupsOf(channels).map((group) => (
          <Group key={group.category} community={community} group={group} currentId={currentId} roles={roles} />
        ))}
      </div>
    );
  };

  return (
    <>
      <div className="flex min-h-13 shrink-0 items-center justify-between pt-2 pr-1 pl-5">
        <h3 className="font-sans font-semibold text-muted text-xs">Channels</h3>
        {mayCreate && (
          <div className="flex">
            {(channels?.length ?? 0) > 1 && (
              <IconButton label="Change the order" onClick={() => setOrdering(true)}>
                <ArrowUpDown size={18} aria-hidden="true" />
              </IconButton>
            )}
            <IconButton label="Add channel" onClick={() => setCreating(true)}>
              <Plus size={20} aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4">
        {list()}
        {talking && <VoiceChannels community={community} roles={roles} mayManage={mayCreate} talking={talking} />}
      </div>
      {ordering && <OrderDialog handle={handle} onClose={() => setOrdering(false)} />}
      {creating && (
        <LateNewChannelDialog
          community={community}
          hasVoice={talking !== undefined}
          onClose={() => setCreating(false)}
          onCreated={(channel) => {
            setCreating(false);
            if (channel.kind !== 'voice') onCreated(channel);
          }}
        />
      )}
    </>
  );
}
