import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { EllipsisVertical, Hammer, Link2, LogOut, Settings } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { permissionsOptions, useLeaveCommunity } from '#features/communities/communities.data.ts';
import { memberCount } from '#features/communities/communities.rules.ts';
import { pathTo } from '#platform/paths.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { cx } from '#ui/cx.ts';
import { DropdownMenu } from '#ui/dropdown-menu/DropdownMenu.tsx';
import { subjectItems } from '#ui/dropdown-menu/subject-menu.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { copyText } from '#ui/toast/copy-text.ts';

/** The open community's name, which links to its settings only with community:edit, and a menu of other actions. */
export function CommunityHeader({ community }: { community: Community }) {
  const { name, community_handle: handle, member_count, joined } = community;
  const { data: permissions = [] } = useQuery({ ...permissionsOptions(handle), enabled: joined });
  const leave = useLeaveCommunity();
  const navigate = useNavigate();
  const mayEdit = permissions.includes('community:edit');
  const mayBan = permissions.includes('ban:users');
  const settings = pathTo('communitySettings', { handle });
  const link = window.location.origin + pathTo('communities', {}, { community: handle });

  async function askAndLeave(): Promise<void> {
    const confirmed = await confirm(`Are you sure you want to leave ${name}?`, { danger: true });
    if (confirmed) leave.mutate(community, { onSuccess: () => void navigate(pathTo('communities')) });
  }

  return (
    <header className="flex min-h-16 shrink-0 items-center gap-1 border-line border-b py-2 pr-1 pl-2">
      <div
        className={cx(
          'relative min-w-0 flex-1 rounded-control px-2 py-1',
          mayEdit && 'transition-colors focus-within:bg-raised hover:bg-raised',
        )}
      >
        <h2 dir="auto" className="truncate text-left font-brand font-semibold text-lg leading-tight">
          {mayEdit ? (
            <Link to={settings} title="Community settings" className="after:absolute after:inset-0">
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        <p className="truncate text-muted text-xs tabular">{memberCount(member_count)}</p>
      </div>
      <DropdownMenu
        trigger={
          <IconButton label={`More about ${name}`} pending={leave.isPending}>
            <EllipsisVertical size={20} aria-hidden="true" />
          </IconButton>
        }
        items={[
          ...(mayEdit
            ? [{ label: 'Community settings', icon: Settings, onSelect: () => void navigate(settings) }]
            : []),
          ...(mayBan && !mayEdit
            ? [{ label: 'Bans', icon: Hammer, onSelect: () => void navigate(`${settings}?tab=bans`) }]
            : []),
          { label: 'Copy link', icon: Link2, onSelect: () => void copyText(link, null) },
          ...subjectItems({ kind: 'community', id: handle, username: null }),
          ...(joined
            ? [{ label: 'Leave community', icon: LogOut, danger: true, onSelect: () => void askAndLeave() }]
            : []),
        ]}
      />
    </header>
  );
}
