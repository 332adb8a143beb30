import type { Card } from '@hubbub/contract/features/conversations/card.endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Hammer, Phone } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { Way } from '#app/shell/card.rules.ts';
import { BanDialog, communityOptions, MemberRoles, rolesOptions } from '#features/communities/public.ts';
import { cardOptions, MessageButton, useOpenConversation } from '#features/conversations/public.ts';
import { callUndone, openCall, useStartCall } from '#features/meetings/public.ts';
import { FollowButton, FollowsYou } from '#features/relations/public.ts';
import { RichText } from '#features/rich-text/public.ts';
import { siteOptions } from '#features/site/public.ts';
import { NotFound } from '#platform/errors.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { avatarUrls } from '#platform/media.ts';
import { useMediaQuery } from '#platform/media-query.ts';
import { pathTo } from '#platform/paths.ts';
import { storedUser } from '#platform/session.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Button } from '#ui/button/Button.tsx';
import { menuPlace } from '#ui/dropdown-menu/MenuItems.tsx';
import { SubjectMenu } from '#ui/dropdown-menu/SubjectMenu.tsx';
import { useLayer } from '#ui/layer/layers.ts';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { InlineErrorState } from '#ui/states/States.tsx';

/** Calls somebody in the conversation with them, which begins if there's none. */
function CallPerson({ username }: { username: string }) {
  const navigate = useNavigate();
  const isOffered = useQuery(siteOptions).data?.calls === true;
  const start = useStartCall((code, roomId) =>
    openCall(navigate, code, { roomId, title: username, path: pathTo('chat', {}, { conversation: roomId }) }),
  );
  const open = useOpenConversation(callUndone, (roomId) => start.mutate(roomId));
  if (!isOffered) return null;
  return (
    <Button
      tone="secondary"
      size="sm"
      pending={open.isPending || start.isPending}
      icon={<Phone size={16} aria-hidden="true" />}
      onClick={() => open.mutate(username)}
    >
      Call
    </Button>
  );
}

/** The communities that both are in, and the person's public ones. */
function Communities({ communities }: Pick<Card, 'communities'>) {
  if (communities.length === 0) return null;
  return (
    <section aria-label="Communities" className="text-sm">
      <h3 className="font-medium text-muted">Communities</h3>
      <ul className="flex flex-wrap gap-x-2 gap-y-1 pt-1">
        {communities.map(({ community_handle: handle, name }) => (
          <li key={handle} className="max-w-full">
            <Link
              to={pathTo('communities', {}, { community: handle })}
              className="inline-flex min-h-7 max-w-full items-center rounded-full bg-raised px-2.5 hover:bg-line"
            >
              <bdi className="truncate">{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ShownProps {
  card: Card;
  community: string | null;
  onBan: () => void;
  onChanged: () => void;
}

function Shown({ card: { user, roles, communities, abilities }, community, onBan, onChanged }: ShownProps) {
  const { username } = user;
  const isOwn = storedUser()?.username === username;
  const { data: all } = useQuery({ ...rolesOptions(community ?? ''), enabled: community !== null });
  const profile = pathTo('profile', { username });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <Link to={profile} aria-hidden="true" tabIndex={-1} className="shrink-0 rounded-full">
          <Avatar {...avatarUrls(user.profile_path)} size={56} />
        </Link>
        <div className="min-w-0 flex-1 leading-tight">
          <Link to={profile} className="rounded-sm font-bold text-lg [overflow-wrap:anywhere] hover:underline">
            <bdi>{user.name ?? username}</bdi>
          </Link>
          <p className="text-muted text-sm [overflow-wrap:anywhere]">
            @{username} {user.followed_by && <FollowsYou />}
          </p>
        </div>
        {!isOwn && (
          <SubjectMenu
            label={`More about ${username}`}
            subject={{ kind: 'user', id: username, username, muted: user.muted }}
            size="sm"
          />
        )}
      </div>
      {user.bio !== '' && (
        <div className="line-clamp-4 text-sm">
          <RichText text={user.bio} whole />
        </div>
      )}
      {!isOwn && (
        <div className="flex flex-wrap items-center gap-2">
          {abilities.follow && (
            <FollowButton
              username={username}
              following={user.following}
              followedBy={user.followed_by}
              size="sm"
              onFollowed={onChanged}
            />
          )}
          {abilities.message && <MessageButton username={username} size="sm" />}
          {abilities.call && <CallPerson username={username} />}
        </div>
      )}
      {community !== null && all !== undefined && (
        <MemberRoles handle={community} username={username} roleIds={roles.map(({ role_id }) => role_id)} roles={all} />
      )}
      <Communities communities={communities} />
      {abilities.ban && (
        <div className="border-line border-t pt-3">
          <Button tone="danger" size="sm" icon={<Hammer size={16} aria-hidden="true" />} onClick={onBan}>
            Ban
          </Button>
        </div>
      )}
    </div>
  );
}

interface PersonCardProps {
  username: string;
  /** The link that opened it; the card is shown beside it. */
  anchor: HTMLElement;
  way: Way;
  onClose: () => void;
}

/** Who somebody is, and what can be done about them, without leaving the page. */
export default function PersonCard({ username, anchor, way, onClose }: PersonCardProps) {
  const client = useQueryClient();
  const community = useSearchParams()[0].get('community');
  const options = cardOptions(username, community);
  const query = useQuery(options);
  const failure = useLoadFailure(query, 'the card', { isStored: true });
  const [isBanning, setBanning] = useState(false);
  const { data: place } = useQuery({ ...communityOptions(community ?? ''), enabled: isBanning && community !== null });
  const at = useRef(anchor);
  const isClicked = way === 'click';
  const isPhone = !useMediaQuery('(min-width: 768px)');
  useLayer(isClicked && !isBanning, onClose);
  if (isBanning) return place && <BanDialog community={place} username={username} onClose={onClose} />;
  const isMissing = query.error instanceof NotFound;
  // Just pointing at a name doesn't show that the person is missing.
  if (!isClicked && (isMissing || query.data === undefined)) return null;
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={at} />
      <Popover.Portal container={menuPlace()}>
        <Popover.Content
          data-popover="card"
          aria-label={`About ${username}`}
          side={isPhone ? 'bottom' : 'right'}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (isClicked && event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (isClicked && document.activeElement === document.body) anchor.focus({ preventScroll: true });
          }}
          className="z-40 max-h-[min(32rem,calc(100dvh-1rem))] w-80 max-w-[calc(100vw-1rem)] animate-rise overflow-y-auto rounded-card border border-line bg-surface p-4 shadow-float outline-none"
        >
          {isMissing && <p className="text-muted">User not found</p>}
          {failure !== null && !isMissing && <InlineErrorState {...failure}>{failure.text}</InlineErrorState>}
          {query.isPending && (
            <Loading label="Loading" className="flex items-center gap-3">
              <Skeleton className="size-14 rounded-full" />
              <Skeleton className="h-4 w-32" />
            </Loading>
          )}
          {query.data !== undefined && (
            <Shown
              card={query.data}
              community={community}
              onBan={() => setBanning(true)}
              onChanged={() => void client.invalidateQueries({ queryKey: options.queryKey })}
            />
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
