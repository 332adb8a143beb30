import { messages } from '@hubbub/contract/platform/messages.ts';
import type { Author } from '@hubbub/contract/platform/shapes.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { userSearchOptions } from '#features/user-search/user-search.data.ts';
import { isHandled } from '#platform/errors.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { logError } from '#platform/log.ts';
import { avatarUrls } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { usePaused } from '#platform/use-paused.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { LateSearchBox, searchFailed } from '#ui/search-box/LateSearchBox.tsx';

const none: readonly Author[] = [];
const profileOf = ({ username }: Author) => pathTo('profile', { username });

/** Searches for people, and leads to the search of everything. A blank query clears the results. */
export function UserSearch() {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();

  const wanted = text.trim();
  const query = usePaused(wanted);
  const search = useQuery(userSearchOptions(query));
  const { data, error, isFetching } = search;
  const failure = useLoadFailure(search, 'the people');
  const current = wanted !== '' && query !== '';
  const users = current ? (data ?? none) : none;

  useEffect(() => {
    if (error !== null && !isHandled(error)) logError('The search failed', error);
  }, [error]);

  const instead = failure === null ? messages.noResults : searchFailed;
  return (
    <LateSearchBox
      label="Search people"
      placeholder="Search"
      listLabel="People"
      text={text}
      onText={(next) => {
        setText(next);
        setOpen(true);
      }}
      shown={open && current && (data !== undefined || failure !== null)}
      onOpenChange={setOpen}
      items={users}
      option={(user) => ({
        key: user.username,
        picture: <Avatar {...avatarUrls(user.profile_path)} size={40} />,
        title: user.name ?? user.username,
        detail: `@${user.username}`,
        to: profileOf(user),
      })}
      onChoose={(user) => {
        setOpen(false);
        void navigate(profileOf(user));
      }}
      more={{ text: `Search for “${wanted}”`, to: pathTo('search', {}, { query: wanted }) }}
      status={users.length === 0 ? instead : undefined}
      busy={isFetching && current}
    />
  );
}
