import '#app/menus.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ownUserOptions } from '#features/accounts/public.ts';
import { MessageButton } from '#features/conversations/public.ts';
import { Profile } from '#features/profiles/public.ts';
import { FollowButton } from '#features/relations/public.ts';
import { useCurrentUser } from '#platform/session.ts';
import { SubjectMenu } from '#ui/dropdown-menu/SubjectMenu.tsx';

/** Without a username, this is the signed-in person's profile. */
export default function ProfilePage() {
  const { username } = useParams();
  const viewer = useCurrentUser();
  const { isFetching } = useQuery(ownUserOptions);
  const shown = username ?? viewer.username;
  return (
    <Profile
      key={shown.toLowerCase()}
      username={shown}
      isAddress={username !== undefined}
      settling={username === undefined && isFetching}
      actions={({ username: name, muted, following, followed_by }) => (
        <div className="flex items-center gap-2">
          <FollowButton username={name} following={following} followedBy={followed_by} />
          <MessageButton username={name} compact />
          <SubjectMenu label="Profile menu" subject={{ kind: 'user', id: name, username: name, muted }} />
        </div>
      )}
    />
  );
}
