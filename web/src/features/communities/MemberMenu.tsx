import type { Community, Member } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { EllipsisVertical, Hammer, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useRemoveMember } from '#features/communities/bans.data.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { DropdownMenu } from '#ui/dropdown-menu/DropdownMenu.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { lateOverlay } from '#ui/late/late.tsx';
import { toast } from '#ui/toast/toasts.ts';

const BanDialog = lateOverlay(async () => (await import('#features/communities/BanDialog.tsx')).default, 'The form');

/** What holders of ban:users can do about a member. */
export function MemberMenu({ community, member }: { community: Community; member: Member }) {
  const { username } = member;
  const [banning, setBanning] = useState(false);
  const remove = useRemoveMember(community.community_handle);
  const ask = async () => {
    const sure = await confirm(`Remove @${username} from ${community.name}?`, {
      details: 'They lose their roles here, but can join again.',
      confirmLabel: 'Remove',
      cancelLabel: 'Cancel',
      danger: true,
    });
    if (sure) remove.mutate(username, { onSuccess: () => toast.success(`@${username} was removed`) });
  };
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton label={`Actions for @${username}`} pending={remove.isPending}>
            <EllipsisVertical size={18} aria-hidden="true" />
          </IconButton>
        }
        items={[
          { label: 'Remove', icon: UserMinus, onSelect: () => void ask() },
          { label: 'Ban', icon: Hammer, danger: true, onSelect: () => setBanning(true) },
        ]}
      />
      {banning && <BanDialog community={community} username={username} onClose={() => setBanning(false)} />}
    </>
  );
}
