import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { Hash, type LucideIcon, Monitor, Moon, SquarePen, Sun, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { channelsOptions } from '#features/channels/public.ts';
import { joinedOptions } from '#features/communities/public.ts';
import { conversationName, conversationsOptions, GroupAvatar, otherOf } from '#features/conversations/public.ts';
import type { Choice } from '#features/search/palette.rules.ts';
import { userSearchOptions } from '#features/user-search/public.ts';
import { avatarUrls } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { setTheme, useTheme } from '#platform/preferences.ts';
import { useCurrentUser } from '#platform/session.ts';
import { usePaused } from '#platform/use-paused.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';

/** A page that the palette leads to. */
export interface PalettePage {
  label: string;
  to: string;
  icon: LucideIcon;
  hint?: string;
}

export interface PaletteChoice extends Choice {
  heading: string;
  title: string;
  detail: string;
  picture: ReactNode;
  /** Where it leads. */
  to?: string;
  /** What it does instead. */
  run?: () => void;
}

/** How many communities' channels can be found: each takes a request. */
const mostCommunities = 20;

/** How many people are suggested. */
const mostPeople = 5;

export const sign = (Icon: LucideIcon) => (
  <span className="inline-flex size-8 shrink-0 items-center justify-center rounded-control bg-raised text-muted">
    <Icon size={18} aria-hidden="true" />
  </span>
);

const themes = [
  { value: 'dark', title: 'Dark theme', icon: Moon },
  { value: 'light', title: 'Light theme', icon: Sun },
  { value: 'system', title: 'System theme', icon: Monitor },
] as const;

function useActions(onNewGroup: () => void): PaletteChoice[] {
  const theme = useTheme();
  const action = (title: string, icon: LucideIcon, does: Pick<PaletteChoice, 'to' | 'run'>): PaletteChoice => ({
    key: `action:${title}`,
    words: title,
    heading: 'Actions',
    title,
    detail: '',
    picture: sign(icon),
    ...does,
  });
  return [
    action('New post', SquarePen, { to: pathTo('postUpload') }),
    action('New group', UsersRound, { run: onNewGroup }),
    ...themes
      .filter(({ value }) => value !== theme)
      .map(({ value, title, icon }) => action(title, icon, { run: () => setTheme(value) })),
  ];
}

function useConversations(): PaletteChoice[] {
  const { user_id: ownId } = useCurrentUser();
  const { data = [] } = useInfiniteQuery(conversationsOptions);
  return data
    .filter(({ request }) => !request)
    .map((conversation) => {
      const { _id: id, is_group: isGroup, members } = conversation;
      const other = otherOf(conversation, ownId);
      const name = conversationName(conversation, ownId);
      return {
        key: `conversation:${id}`,
        words: isGroup ? name : `${other.name} ${other.username}`,
        heading: 'Conversations',
        title: isGroup ? name : other.name,
        detail: isGroup ? `${members.length} members` : `@${other.username}`,
        picture: isGroup ? (
          <GroupAvatar group={conversation} ownId={ownId} size={32} />
        ) : (
          <Avatar {...avatarUrls(other.profile_path)} size={32} />
        ),
        to: pathTo('chat', {}, { conversation: id }),
      };
    });
}

/** Communities the person is in, and, once something is typed, their channels. */
function useCommunities(hasText: boolean): PaletteChoice[] {
  const { data } = useInfiniteQuery(joinedOptions);
  const joined = data?.pages.flat() ?? [];
  const asked = joined.slice(0, mostCommunities);
  const lists = useQueries({
    queries: asked.map(({ community_handle: handle }) => ({
      ...channelsOptions(handle),
      enabled: hasText,
      staleTime: 60_000,
    })),
  });
  const communities = joined.map(({ community_handle: handle, name, profile_path }) => ({
    key: `community:${handle}`,
    words: `${name} ${handle}`,
    heading: 'Communities',
    title: name,
    detail: handle,
    picture: <Avatar {...avatarUrls(profile_path)} size={32} />,
    to: pathTo('communities', {}, { community: handle }),
  }));
  const channels = asked.flatMap(({ community_handle: handle, name: community }, at) =>
    (lists[at]?.data ?? [])
      .filter(({ usable }) => usable)
      .map(({ channel_id: channel, name }) => ({
        key: `channel:${channel}`,
        words: `${name} ${community}`,
        heading: 'Channels',
        title: name,
        detail: community,
        picture: sign(Hash),
        to: pathTo('communities', {}, { community: handle, channel }),
      })),
  );
  return [...channels, ...communities];
}

function usePeople(text: string): PaletteChoice[] {
  const query = usePaused(text);
  const { data = [] } = useQuery(userSearchOptions(query));
  if (query === '' || text === '') return [];
  return data.slice(0, mostPeople).map(({ username, name, profile_path }) => ({
    key: `person:${username}`,
    words: `${name ?? ''} ${username}`,
    heading: 'People',
    title: name ?? username,
    detail: `@${username}`,
    picture: <Avatar {...avatarUrls(profile_path)} size={32} />,
    to: pathTo('profile', { username }),
  }));
}

interface Options {
  pages: readonly PalettePage[];
  onNewGroup: () => void;
}

/**
 * What the palette can lead to.
 * @returns `known`: what's matched here; `people`: those the server found for the text
 */
export function usePaletteChoices(text: string, { pages, onNewGroup }: Options) {
  const conversations = useConversations();
  const communities = useCommunities(text !== '');
  const actions = useActions(onNewGroup);
  const people = usePeople(text);
  const places = pages.map(({ label, to, icon, hint = '' }) => ({
    key: `page:${to}`,
    words: `${label} ${hint}`,
    heading: 'Pages',
    title: label,
    detail: hint,
    picture: sign(icon),
    to,
  }));
  return { known: [...conversations, ...communities, ...actions, ...places], people };
}
