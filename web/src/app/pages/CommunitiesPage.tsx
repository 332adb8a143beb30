import '#app/menus.ts';
import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { CommunitySidebar } from '#app/pages/CommunitySidebar.tsx';
import {
  type Opened,
  openCreated,
  useCommunitySync,
  useOpenedCommunity,
  viewNames,
} from '#app/pages/use-opened-community.ts';
import { type Panel, Workspace } from '#app/shell/Workspace.tsx';
import {
  ChannelChat,
  ChannelTitle,
  channelsOptions,
  FirstChannel,
  LateThreadList,
  LateThreadTitle,
  useChannelsLive,
} from '#features/channels/public.ts';
import {
  CommunityMissing,
  CommunityRail,
  communityOptions,
  FindCommunity,
  FindSkeleton,
  MembersPanel,
  SidebarSkeleton,
} from '#features/communities/public.ts';
import { ForwardHost, MessageButton } from '#features/conversations/public.ts';
import { useTalking } from '#features/meetings/public.ts';
import { ExplainDialog } from '#features/moderation/public.ts';
import { NotFound } from '#platform/errors.ts';
import { type LoadFailure, useLoadFailure } from '#platform/load-failure.ts';
import { useMediaQuery } from '#platform/media-query.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
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

/** The panel a small screen shows: the one chosen here, or the channel list if no channel is selected. */
function usePanel(key: string, fallback: Panel | null) {
  const [chosen, setChosen] = useState<{ key: string; panel: Panel | null }>();
  const panel = chosen?.key === key ? chosen.panel : fallback;
  const setPanel = (next: Panel | null) => setChosen({ key, panel: next });
  useLayer(panel !== null && panel !== fallback, () => setPanel(null));
  return { panel, setPanel };
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
          {community !== undefined && empty ? (
            <Button asChild tone="secondary">
              <Link to={pathTo('communities', {}, { community: handle, view: 'posts' })}>See its posts</Link>
            </Button>
          ) : (
            <span className="md:hidden">
              <Button tone="secondary" onClick={onShowChannels}>
                Show channels
              </Button>
            </span>
          )}
        </div>
      }
    />
  );
}

/** The header above the content; nothing if nothing is open. @param inPlace the thread that's shown in its channel's place */
function titleOf(opened: Opened, community: Community | undefined, channel: Channel | undefined, inPlace?: string) {
  if (community === undefined) return undefined;
  if (opened.posts || opened.threads)
    return <h2 className="truncate font-semibold text-lg">{viewNames[opened.posts ? 'posts' : 'threads']}</h2>;
  if (channel === undefined) return undefined;
  if (inPlace !== undefined)
    return <LateThreadTitle id={inPlace} handle={community.community_handle} channel={channel} />;
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
  const opened = useOpenedCommunity();
  const { handle = '', channelId } = opened;
  const query = useQuery({ ...communityOptions(handle), enabled: handle !== '' });
  const failure = useLoadFailure(query, 'the community', { isStored: true });
  const missing = query.error instanceof NotFound;
  const community = handle === '' ? undefined : query.data;
  const joined = community?.joined === true;
  const { data: channels } = useQuery({ ...channelsOptions(handle), enabled: joined });
  const channel = channels?.find(({ channel_id }) => channel_id === channelId);
  const isWide = useMediaQuery('(min-width: 70rem)');
  const threadInPlace = channel?.usable && !isWide ? opened.threadId : undefined;
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
  useCommunitySync(opened, community, missing);

  const sidebar = () => {
    if (community !== undefined) return <CommunitySidebar opened={opened} community={community} />;
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
        title={titleOf(opened, community, channel, threadInPlace) ?? (isTitleComing ? null : undefined)}
        leadsBack={threadInPlace !== undefined}
        members={
          // A thread takes their place.
          joined && opened.threadId === undefined ? (
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
