import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useState } from 'react';
import { CommunityPicture } from '#features/communities/CommunityPicture.tsx';
import { searchOptions, useJoinCommunity } from '#features/communities/communities.data.ts';
import { memberCount } from '#features/communities/communities.rules.ts';
import { isHandled } from '#platform/errors.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { logError } from '#platform/log.ts';
import { usePaused } from '#platform/use-paused.ts';
import { LateSearchBox, searchFailed } from '#ui/search-box/LateSearchBox.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';

const none: readonly Community[] = [];

function standing({ joined, banned }: Community): string {
  if (banned) return 'Banned';
  return joined ? 'Joined' : 'Join';
}

interface CommunitySearchProps {
  /** Receives the handle of a community the person is now a member of, or banned from. */
  onOpen: (handle: string) => void;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** Searches communities; choosing a result joins it, unless the person is banned from it. */
export function CommunitySearch({ onOpen, ref }: CommunitySearchProps) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const join = useJoinCommunity();

  const wanted = text.trim();
  const query = usePaused(wanted);
  const search = useQuery(searchOptions(query));
  const { data, error } = search;
  const failure = useLoadFailure(search, 'the communities');
  const found = query === wanted ? data : undefined;

  useEffect(() => {
    if (error !== null && !isHandled(error)) logError('The search failed', error);
  }, [error]);

  const arrive = (handle: string) => {
    setText('');
    setOpen(false);
    onOpen(handle);
  };
  const choose = ({ community_handle, joined, banned }: Community) => {
    if (join.isPending) return;
    if (joined || banned) arrive(community_handle);
    else join.mutate(community_handle, { onSuccess: (community) => arrive(community.community_handle) });
  };
  const statusText = () => {
    if (query === wanted && failure !== null) return searchFailed;
    if (found === undefined) return messages.searching;
    return found.length === 0 ? messages.noResults : undefined;
  };
  const asideOf = (community: Community) =>
    join.isPending && join.variables === community.community_handle ? (
      <Spinner label="Joining" />
    ) : (
      <span className="shrink-0 text-muted text-sm">{standing(community)}</span>
    );

  return (
    <LateSearchBox
      ref={ref}
      label="Search communities"
      placeholder="Search communities"
      listLabel="Communities"
      text={text}
      onText={(next) => {
        setText(next);
        setOpen(true);
      }}
      shown={open && wanted !== ''}
      onOpenChange={setOpen}
      items={found ?? none}
      option={(community) => ({
        key: community.community_id,
        picture: <CommunityPicture community={community} size={40} />,
        title: community.name,
        detail: `${community.community_handle} · ${memberCount(community.member_count)}`,
        aside: asideOf(community),
      })}
      onChoose={choose}
      status={statusText()}
    />
  );
}
