import '#app/menus.ts';
import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Images, type LucideIcon, MessagesSquare } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { type Panel, Workspace } from '#app/shell/Workspace.tsx';
import {
  ChannelChat,
  ChannelList,
  ChannelTitle,
  channelsOptions,
  FirstChannel,
  LateThreadList,
  LateThreadTitle,
  useChannelsLive,
} from '#features/channels/public.ts';
import {
  CommunityHeader,
  CommunityMissing,
  CommunityRail,
  communityOptions,
  FindCommunity,
  FindSkeleton,
  joinedOptions,
  MembersPanel,
  renameCommunity,
  SidebarSkeleton,
  useCommunityLive,
} from '#features/communities/public.ts';
import { ForwardHost, MessageButton } from '#features/conversations/public.ts';
import { useTalking, Voices } from '#features/meetings/public.ts';
import { ExplainDialog } from '#features/moderation/public.ts';
import { NotFound } from '#platform/errors.ts';
import { type LoadFailure, useLoadFailure } from '#platform/load-failure.ts';
import { useMarks } from '#platform/marks.ts';
import { useMediaQuery } from '#platform/media-query.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { storeCommunity, storedCommunity } from '#platform/session.ts';
import { Button } from '#ui/button/Button.tsx';
import { CountBadge } from '#ui/count-badge/CountBadge.tsx';
import { cx } from '#ui/cx.ts';
import { late } from '#ui/late/late.tsx';
import { useLayer } from '#ui/layer/layers.ts';
import { ErrorState } from '#ui/states/States.tsx';

const CommunityPosts = late(async () => (await import('#app/pages/CommunityPosts.tsx')).CommunityPosts, {
  name: 'The posts',
  whenIdle: true,
});

const CommunityPreview = late(async () => (await import('#app/pages/CommunityPosts.tsx')).CommunityPreview, {
  name: 'The posts',
});

/** State stored in a history entry, next to its URL. */
interface EntryState {
  /** The community that was opened because the URL had none. */
  community?: string;
  /** The person didn't choose it; it was simply the last one open. */
  remembered?: boolean;
  /** The person asked for the search. */
  find?: boolean;
}

/**
 * The open community and channel: from the URL, else from the history entry, else the community that was open last, else the first one.
 * Reload, Back and links all lead to the same place.
 */
function useOpened() {
  const { key, state } = useLocation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const entry = (state ?? {}) as EntryState;
  const handle = search.get('community') ?? entry.community;
  const channelId = search.get('channel') ?? undefined;
  const threadId = search.get('thread') ?? undefined;
  const view = channelId === undefined ? search.get('view') : null;
  const own = useInfiniteQuery(joinedOptions);
  const ownFailure = useLoadFailure(own, 'your communities');
  const first = own.data?.pages[0]?.[0]?.community_handle;

  useEffect(() => {
    if (handle !== undefined) return;
    const community = storedCommunity() ?? first;
    if (community === undefined) return;
    void navigate(pathTo('communities'), { replace: true, state: { ...entry, community, remembered: true } });
  }, [handle, first, navigate, entry]);

  return {
    key,
    handle,
    channelId,
    threadId,
    /** The community's posts are open. */
    posts: view === 'posts',
    /** The threads that the person follows are open. */
    threads: view === 'threads',
    /** The person's list of communities, which decides where to start. */
    own,
    /** They haven't joined any. */
    hasNone: own.data !== undefined && first === undefined,
    /** Why that list is missing. */
    ownFailure,
    remembered: entry.remembered === true,
    find: entry.find === true,
    /** Opens a community, and optionally one of its channels. */
    open: (community: string, channel?: string, options: { replace?: boolean; state?: EntryState } = {}) =>
      void navigate(pathTo('communities', {}, { community, ...(channel !== undefined && { channel }) }), options),
    /** Goes back to the start, as if no community had been chosen. */
    reset: () => {
      storeCommunity(null);
      void navigate(pathTo('communities'), { replace: true });
    },
    /** Goes to the search; the open community stays open. */
    search: () =>
      void navigate(pathTo('communities', {}, handle === undefined ? {} : { community: handle }), {
        state: { find: true },
      }),
  };
}

type Opened = ReturnType<typeof useOpened>;

/** The panel a small screen shows: the one chosen here, or the channel list if no channel is selected. */
function usePanel(key: string, fallback: Panel | null) {
  const [chosen, setChosen] = useState<{ key: string; panel: Panel | null }>();
  const panel = chosen?.key === key ? chosen.panel : fallback;
  const setPanel = (next: Panel | null) => setChosen({ key, panel: next });
  useLayer(panel !== null && panel !== fallback, () => setPanel(null));
  return { panel, setPanel };
}

/** Keeps the open community in sync with the server, and remembers it as the last one opened. */
function useOpenCommunity(opened: Opened, community: Community | undefined, missing: boolean): void {
  const client = useQueryClient();
  const openHandle = community?.joined ? community.community_handle : undefined;

  useCommunityLive(openHandle, (change) => {
    if (community === undefined || change.community_id !== community.community_id) return;
    const renamed = change.community_handle;
    if (renamed.toLowerCase() === community.community_handle.toLowerCase()) return;
    renameCommunity(client, community.community_handle, renamed);
    opened.open(renamed, opened.channelId, { replace: true });
  });

  useEffect(() => {
    if (openHandle !== undefined) storeCommunity(openHandle);
  }, [openHandle]);

  // The last open community may no longer exist. The person didn't ask for it, so nothing is reported.
  const { remembered, reset } = opened;
  useEffect(() => {
    if (missing && remembered) reset();
  });
}

interface ContentProps {
  opened: Opened;
  community: Community | undefined;
  /** The community has no channels. */
  empty: boolean;
  /** There's no such community. */
  missing: boolean;
  /** Why the community couldn't be loaded. */
  failure: LoadFailure | null;
  /** A thread fits beside its channel. */
  isWide: boolean;
  onShowChannels: () => void;
}

/** The open channel, the search for a community, or the reason neither can be shown. */
function Content({ opened, community, empty, missing, failure, isWide, onShowChannels }: ContentProps) {
  const hasVoice = useTalking() !== undefined;
  const { handle = '', channelId, threadId, hasNone, ownFailure, reset } = opened;
  if (handle !== '' && community === undefined && missing) return <CommunityMissing handle={handle} onLeave={reset} />;
  const shownFailure = handle === '' ? ownFailure : failure;
  if (shownFailure !== null) return <ErrorState {...shownFailure}>{shownFailure.text}</ErrorState>;
  // Until it's known that there are none: the first one opens by itself.
  if (handle === '' && !hasNone) return <FindSkeleton />;
  if (community !== undefined && opened.posts) return <CommunityPosts community={community} />;
  if (community !== undefined && opened.threads) return <LateThreadList />;
  if (community?.joined && channelId !== undefined)
    return (
      <ChannelChat key={channelId} community={community} channelId={channelId} threadId={threadId} isWide={isWide} />
    );
  if (handle !== '' && community === undefined) return <FindSkeleton />;
  return (
    <FindCommunity
      community={community}
      empty={empty}
      onOpen={opened.open}
      asked={opened.find ? opened.key : undefined}
      preview={
        community !== undefined && community.visibility === 'public' && !community.banned ? (
          <CommunityPreview community={community} />
        ) : undefined
      }
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {community?.joined && empty && (
            <FirstChannel
              community={community}
              hasVoice={hasVoice}
              onCreated={(created) => openCreated(opened, community, created)}
            />
          )}
          <span className="md:hidden">
            <Button tone="secondary" onClick={onShowChannels}>
              Show channels
            </Button>
          </span>
        </div>
      }
    />
  );
}

/** Opens a new channel for whoever created it, unless they chose roles they don't have. */
const openCreated = ({ open }: Opened, { community_handle: handle }: Community, { usable, channel_id }: Channel) =>
  usable ? open(handle, channel_id) : undefined;

const viewNames = { posts: 'Posts', threads: 'Threads' };

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
function Sidebar({ opened, community }: { opened: Opened; community: Community }) {
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

/** The header above the content; nothing if nothing is open. @param isWide there's space for a thread beside its channel */
function titleOf(opened: Opened, community: Community | undefined, channel: Channel | undefined, isWide: boolean) {
  if (community === undefined) return undefined;
  if (opened.posts || opened.threads)
    return <h2 className="truncate font-semibold text-lg">{viewNames[opened.posts ? 'posts' : 'threads']}</h2>;
  if (channel === undefined) return undefined;
  if (opened.threadId !== undefined && channel.usable && !isWide)
    return <LateThreadTitle id={opened.threadId} handle={community.community_handle} channel={channel} />;
  return (
    <ChannelTitle
      key={channel.channel_id}
      ExplainDialog={ExplainDialog}
      community={community}
      channel={channel}
      onDeleted={() => opened.open(community.community_handle)}
    />
  );
}

/** Whether what's loading will have a title. Its place is taken from the start, so that nothing moves when it arrives. */
function willHaveTitle(opened: Opened, community: Community | undefined, channels: readonly Channel[] | undefined) {
  if (community === undefined) return opened.channelId !== undefined || opened.posts || opened.threads;
  return opened.channelId !== undefined && community.joined && channels === undefined;
}

/** The communities workspace: rail, channels, and what's open. */
export default function CommunitiesPage() {
  const opened = useOpened();
  const { handle = '', channelId } = opened;
  const query = useQuery({ ...communityOptions(handle), enabled: handle !== '' });
  const failure = useLoadFailure(query, 'the community');
  const missing = query.error instanceof NotFound;
  const community = handle === '' ? undefined : query.data;
  const joined = community?.joined === true;
  const { data: channels } = useQuery({ ...channelsOptions(handle), enabled: joined });
  const channel = channels?.find(({ channel_id }) => channel_id === channelId);
  const isWide = useMediaQuery('(min-width: 70rem)');
  const isTitleComing = failure === null && !missing && willHaveTitle(opened, community, channels);
  useChannelsLive(joined ? channels : undefined);
  const mayJoin = community !== undefined && !joined;
  const startsOnChannels =
    handle !== '' &&
    channelId === undefined &&
    !opened.posts &&
    !opened.threads &&
    !opened.find &&
    !mayJoin &&
    !missing &&
    failure === null;
  const { panel, setPanel } = usePanel(opened.key, startsOnChannels ? 'channels' : null);

  usePageTitle([channel && `# ${channel.name}`, community?.name ?? 'Communities'].filter(Boolean).join(' · '));
  useOpenCommunity(opened, community, missing);

  const sidebar = () => {
    if (community !== undefined) return <Sidebar opened={opened} community={community} />;
    // Its place is taken from the start, so that nothing moves when the list arrives.
    if ((handle === '' ? opened.ownFailure : failure) !== null)
      return <p className="p-5 text-muted text-sm">Choose one of your communities to see its channels.</p>;
    return handle === '' && opened.hasNone ? (
      <p className="p-5 text-muted text-sm">You haven't joined a community yet.</p>
    ) : (
      <SidebarSkeleton />
    );
  };

  return (
    <>
      <h1 className="sr-only">Communities</h1>
      <ForwardHost />
      <Workspace
        rail={(members) => (
          <CommunityRail currentId={community?.community_id} onFind={opened.search} members={members} />
        )}
        sidebar={sidebar()}
        title={titleOf(opened, community, channel, isWide) ?? (isTitleComing ? null : undefined)}
        members={
          // A thread takes their place.
          joined && !(isWide && opened.threadId !== undefined) ? (
            <MembersPanel community={community} MessageButton={MessageButton} />
          ) : undefined
        }
        panel={panel}
        onPanel={setPanel}
        onBack={() => {
          if (opened.threadId === undefined) setPanel('channels');
          else opened.open(handle, channelId);
        }}
        writing={channel?.usable ?? (isTitleComing && channelId !== undefined)}
      >
        <Content
          opened={opened}
          community={community}
          empty={channels?.length === 0}
          missing={missing}
          failure={failure}
          isWide={isWide}
          onShowChannels={() => setPanel('channels')}
        />
      </Workspace>
    </>
  );
}
