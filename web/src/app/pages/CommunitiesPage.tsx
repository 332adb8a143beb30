import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Hash } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type Panel, Workspace } from '#app/shell/Workspace.tsx';
import { ChannelChat, ChannelList, channelsOptions, useChannelsLive } from '#features/channels/public.ts';
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
import { ApiError, errorTexts, NotFound } from '#platform/errors.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { storeCommunity, storedCommunity } from '#platform/session.ts';
import { Button } from '#ui/button/Button.tsx';
import { ErrorState } from '#ui/states/States.tsx';

/** What an entry of the history keeps beside its address. */
interface PlaceState {
  /** The community that an address without one opened. */
  community?: string;
  /** The person did not ask for it: it was open last. */
  remembered?: boolean;
  /** The search was asked for. */
  find?: boolean;
}

/**
 * The open community and channel: in the address, else in the entry of the history, else the community that was open last, else the first one.
 * Reload, Back and a link lead to the same place.
 */
function usePlace() {
  const { key, state } = useLocation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const entry = (state ?? {}) as PlaceState;
  const handle = search.get('community') ?? entry.community;
  const channelId = search.get('channel') ?? undefined;
  const own = useInfiniteQuery(joinedOptions);
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
    /** The list of one's communities, which says where to begin. */
    own,
    remembered: entry.remembered === true,
    find: entry.find === true,
    /** Opens a community, and a channel of it. */
    open: (community: string, channel?: string, options: { replace?: boolean; state?: PlaceState } = {}) =>
      void navigate(pathTo('communities', {}, { community, ...(channel !== undefined && { channel }) }), options),
    /** Back to the beginning, as if no community had been asked for. */
    reset: () => {
      storeCommunity(null);
      void navigate(pathTo('communities'), { replace: true });
    },
    /** Leads to the search; the open community stays. */
    search: () =>
      void navigate(pathTo('communities', {}, handle === undefined ? {} : { community: handle }), {
        state: { find: true },
      }),
  };
}

/** Which panel a small screen shows: what was chosen here, or the channels of a community in which none is picked. */
function usePanel(key: string, fallback: Panel | null) {
  const [chosen, setChosen] = useState<{ key: string; panel: Panel | null }>();
  const panel = chosen?.key === key ? chosen.panel : fallback;
  return { panel, setPanel: (next: Panel | null) => setChosen({ key, panel: next }) };
}

interface FailureProps {
  /** What could not be loaded, as the beginning of a sentence. */
  what: string;
  error: Error;
  pending: boolean;
  onRetry: () => void;
}

function Failure({ what, error, pending, onRetry }: FailureProps) {
  const offline = error instanceof ApiError && error.isOffline;
  return (
    <ErrorState
      title={offline ? 'No connection' : `${what} could not be loaded`}
      offline={offline}
      onRetry={onRetry}
      pending={pending}
    >
      {errorTexts(error).join(' ')}
    </ErrorState>
  );
}

/** Section 2, communities workspace. */
export default function CommunitiesPage() {
  const client = useQueryClient();
  const place = usePlace();
  const { handle = '', channelId } = place;
  const { data: found, error, isFetching, refetch } = useQuery({ ...communityOptions(handle), enabled: handle !== '' });
  const community = handle === '' ? undefined : found;
  const joined = community?.joined === true;
  const { data: channels } = useQuery({ ...channelsOptions(handle), enabled: joined });
  const channel = channels?.find(({ channel_id }) => channel_id === channelId);
  useChannelsLive(joined ? channels : undefined);
  const mayJoin = community !== undefined && !joined;
  const begins = handle !== '' && channelId === undefined && !place.find && !mayJoin && error === null;
  const { panel, setPanel } = usePanel(place.key, begins ? 'channels' : null);

  usePageTitle([channel && `# ${channel.name}`, community?.name ?? 'Communities'].filter(Boolean).join(' · '));

  useCommunityLive(joined ? community.community_handle : undefined, (change) => {
    if (community === undefined || change.community_id !== community.community_id) return;
    const renamed = change.community_handle;
    if (renamed.toLowerCase() === community.community_handle.toLowerCase()) return;
    renameCommunity(client, community.community_handle, renamed);
    place.open(renamed, channelId, { replace: true });
  });

  const openHandle = joined ? community.community_handle : undefined;
  useEffect(() => {
    if (openHandle !== undefined) storeCommunity(openHandle);
  }, [openHandle]);

  // What was open last may be gone since; nobody asked for it.
  const missing = error instanceof NotFound;
  const { remembered, reset } = place;
  useEffect(() => {
    if (missing && remembered) reset();
  });

  const content = () => {
    if (handle !== '' && community === undefined && error !== null) {
      if (missing) return <CommunityMissing handle={handle} onLeave={reset} />;
      return <Failure what="The community" error={error} pending={isFetching} onRetry={() => void refetch()} />;
    }
    const { own } = place;
    if (handle === '' && own.data === undefined) {
      if (own.error === null) return <FindSkeleton />;
      return (
        <Failure
          what="Your communities"
          error={own.error}
          pending={own.isFetching}
          onRetry={() => void own.refetch()}
        />
      );
    }
    if (community?.joined && channelId !== undefined)
      return <ChannelChat key={channelId} community={community} channelId={channelId} />;
    if (handle !== '' && community === undefined) return <FindSkeleton />;
    return (
      <FindCommunity
        community={community}
        empty={channels?.length === 0}
        onOpen={place.open}
        asked={place.find ? place.key : undefined}
        action={
          <span className="md:hidden">
            <Button tone="secondary" onClick={() => setPanel('channels')}>
              Show channels
            </Button>
          </span>
        }
      />
    );
  };

  const title = channel && (
    <h2 className="flex min-w-0 items-center gap-1.5 font-semibold text-lg">
      <Hash size={20} aria-hidden="true" className="shrink-0 text-muted" />
      <span dir="auto" className="truncate">
        {channel.name}
      </span>
    </h2>
  );
  const sidebar = () => {
    if (community === undefined) return handle !== '' && error === null ? <SidebarSkeleton /> : undefined;
    return (
      <>
        <CommunityHeader community={community} />
        {joined ? (
          <ChannelList
            key={community.community_id}
            community={community}
            currentId={channelId}
            onCreated={(created) =>
              created.usable ? place.open(community.community_handle, created.channel_id) : undefined
            }
          />
        ) : (
          <p className="p-4 text-muted text-sm">The channels show once you have joined.</p>
        )}
      </>
    );
  };

  return (
    <>
      <h1 className="sr-only">Communities</h1>
      <Workspace
        rail={(members) => (
          <CommunityRail currentId={community?.community_id} onFind={place.search} members={members} />
        )}
        sidebar={sidebar()}
        title={title}
        members={joined ? <MembersPanel community={community} /> : undefined}
        panel={panel}
        onPanel={setPanel}
        writing={channel?.usable === true}
      >
        {content()}
      </Workspace>
    </>
  );
}
