import type { Community, Member, Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Hammer, UserMinus, UserRound } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { Link } from 'react-router';
import BanDialog from '#features/communities/BanDialog.tsx';
import { useRemoveMember } from '#features/communities/bans.data.ts';
import { permissionsOptions } from '#features/communities/communities.data.ts';
import { MemberRoles } from '#features/communities/MemberRoles.tsx';
import { OnlineDot } from '#features/presence/public.ts';
import { profileOptions } from '#features/profiles/public.ts';
import { RichText } from '#features/rich-text/public.ts';
import { avatarUrls } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { storedUser } from '#platform/session.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Button } from '#ui/button/Button.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { SubjectMenu } from '#ui/dropdown-menu/SubjectMenu.tsx';
import { Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { toast } from '#ui/toast/toasts.ts';

interface MemberCardProps {
  community: Community;
  member: Member;
  roles: readonly Role[];
  MessageButton: ComponentType<{ username: string }>;
  onClose: () => void;
}

/** Somebody's bio; nothing if they have none, or it couldn't be loaded. */
function Bio({ username }: { username: string }) {
  const { data, isPending } = useInfiniteQuery(profileOptions(username));
  const bio = data?.pages[0]?.user.bio ?? '';
  if (isPending) return <Skeleton className="h-5 w-4/5" />;
  return bio.trim() === '' ? null : <RichText text={bio} whole />;
}

/** A member of a community: who they are, and what the viewer can do about them, without leaving the community. */
export default function MemberCard({ community, member, roles, MessageButton, onClose }: MemberCardProps) {
  const handle = community.community_handle;
  const { username } = member;
  const { data: permissions = [] } = useQuery(permissionsOptions(handle));
  const { data: profile } = useInfiniteQuery(profileOptions(username));
  const remove = useRemoveMember(handle);
  const [isBanning, setBanning] = useState(false);
  const isOwn = storedUser()?.username === username;
  const mayBan = permissions.includes('ban:users') && !isOwn;

  async function ask(): Promise<void> {
    const sure = await confirm(`Remove @${username} from ${community.name}?`, {
      details: 'They lose their roles here, but can join again.',
      confirmLabel: 'Remove',
      cancelLabel: 'Cancel',
      danger: true,
    });
    if (!sure) return;
    const onSuccess = () => {
      toast.success(`@${username} was removed`);
      onClose();
    };
    remove.mutate(username, { onSuccess });
  }

  if (isBanning) return <BanDialog community={community} username={username} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} title={member.name ?? username} hideTitle size="sm">
      <div className="flex flex-col gap-4">
        <div className="flex items-center gap-3">
          <OnlineDot username={username} online={member.online}>
            <Avatar {...avatarUrls(member.profile_path)} size={64} />
          </OnlineDot>
          <div className="min-w-0 flex-1 leading-tight">
            <p className="font-bold text-lg [overflow-wrap:anywhere]">
              <bdi>{member.name ?? username}</bdi>
            </p>
            <p className="text-muted [overflow-wrap:anywhere]">@{username}</p>
          </div>
        </div>
        <Bio username={username} />
        <div className="flex flex-wrap items-center gap-2">
          {!isOwn && <MessageButton username={username} />}
          <Button asChild tone="secondary">
            <Link to={pathTo('profile', { username })}>
              <UserRound size={18} aria-hidden="true" />
              Profile
            </Link>
          </Button>
          {!isOwn && (
            <SubjectMenu
              label={`More about ${username}`}
              subject={{ kind: 'user', id: username, username, muted: profile?.pages[0]?.user.muted }}
            />
          )}
        </div>
        <MemberRoles handle={handle} username={username} roleIds={member.roles} roles={roles} />
        {mayBan && (
          <div className="flex flex-wrap gap-2 border-line border-t pt-4">
            <Button
              tone="secondary"
              pending={remove.isPending}
              icon={<UserMinus size={18} aria-hidden="true" />}
              onClick={() => void ask()}
            >
              Remove
            </Button>
            <Button tone="danger" icon={<Hammer size={18} aria-hidden="true" />} onClick={() => setBanning(true)}>
              Ban
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
