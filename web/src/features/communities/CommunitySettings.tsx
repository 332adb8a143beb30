import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Bans } from '#features/communities/Bans.tsx';
import { permissionsOptions } from '#features/communities/communities.data.ts';
import { EditCommunity } from '#features/communities/EditCommunity.tsx';
import { Invites } from '#features/communities/Invites.tsx';
import { type CommunityQuestion, RoleSettings } from '#features/communities/RoleSettings.tsx';
import { NotFound } from '#platform/errors.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';

const tabs = [
  { value: 'edit', label: 'Edit', needs: 'community:edit' },
  { value: 'roles', label: 'Roles', needs: 'community:edit' },
  { value: 'invites', label: 'Invites', needs: 'community:edit' },
  { value: 'bans', label: 'Bans', needs: 'ban:users' },
  { value: 'reports', label: 'Reports', needs: 'ban:users' },
] as const;
export type SettingsTab = (typeof tabs)[number]['value'];

/** The tab named in the URL; the first one if there's no name. */
export function settingsTab(name: string | null): SettingsTab {
  return tabs.find(({ value }) => value === name)?.value ?? 'edit';
}

const tabClasses =
  'min-h-11 rounded-t-control border-transparent border-b-2 px-2.5 font-semibold text-muted transition-colors hover:text-text data-[state=active]:border-accent-text data-[state=active]:text-text sm:px-4';

/** The form's skeleton until we know whether it can be shown. */
export function SettingsSkeleton() {
  return (
    <Loading label="Loading settings" className="flex flex-col gap-5">
      <Skeleton className="h-11 w-56 rounded-control" />
      <Skeleton className="h-[30rem] w-full max-w-[640px] rounded-card" />
    </Loading>
  );
}

interface CommunitySettingsProps {
  community: Community;
  ExplainDialog: CommunityQuestion;
  tab: SettingsTab;
  onTab: (tab: SettingsTab) => void;
  /** The community has moved to another URL. */
  onRenamed: (handle: string) => void;
  onDeleted: () => void;
  /** What members reported, for those with ban:users. */
  reports: ReactNode;
}

/** Tabs for people with community:edit, and two for those with ban:users. */
export function CommunitySettings({
  community,
  ExplainDialog,
  tab,
  onTab,
  onRenamed,
  onDeleted,
  reports,
}: CommunitySettingsProps) {
  const handle = community.community_handle;
  const query = useQuery(permissionsOptions(handle));
  const { data: permissions, error } = query;
  const failure = useLoadFailure(query, 'the settings');
  const mayEdit = permissions?.includes('community:edit') === true;
  const mayBan = permissions?.includes('ban:users') === true;
  // A person who loses the permission while a form is open keeps what they typed.
  const [hadPermission, setHadIt] = useState(mayEdit);
  if (mayEdit && !hadPermission) setHadIt(true);

  if (permissions === undefined && failure === null) return <SettingsSkeleton />;
  if (failure !== null && !(error instanceof NotFound)) return <ErrorState {...failure}>{failure.text}</ErrorState>;
  if (!mayEdit && !hadPermission && !mayBan) {
    return (
      <EmptyState
        icon={ShieldAlert}
        title="You can't change this community"
        action={
          <Button asChild>
            <Link to={pathTo('communities', {}, { community: handle })}>Go to the community</Link>
          </Button>
        }
      >
        Only members with the Edit Community or Ban Members permission can open its settings. Ask one of them for a role
        that has it.
      </EmptyState>
    );
  }
  const shown = tabs.filter(({ needs }) => (needs === 'ban:users' ? mayBan : mayEdit || hadPermission));
  const open = shown.some(({ value }) => value === tab) ? tab : (shown[0]?.value ?? tab);
  return (
    <Tabs.Root value={open} onValueChange={(value) => onTab(settingsTab(value))} className="flex flex-col gap-5">
      <Tabs.List aria-label="Settings" className="flex flex-wrap gap-1 border-line border-b">
        {shown.map(({ value, label }) => (
          <Tabs.Trigger key={value} value={value} className={tabClasses}>
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <div role="status" className="empty:-mt-5">
        {!mayEdit && hadPermission && (
          <p className="flex items-start gap-2 rounded-control bg-danger-soft px-3.5 py-3 text-danger-text text-sm">
            <ShieldAlert size={18} aria-hidden="true" className="mt-px shrink-0" />
            You no longer have permission to change this community. We've kept what you typed, but you can't save it
            until you have a role with Edit Community again.
          </p>
        )}
      </div>
      <Tabs.Content value="edit" tabIndex={-1} className="outline-none">
        <EditCommunity community={community} onRenamed={onRenamed} onDeleted={onDeleted} />
      </Tabs.Content>
      <Tabs.Content value="roles" tabIndex={-1} className="outline-none">
        <RoleSettings community={community} mine={permissions ?? []} ExplainDialog={ExplainDialog} />
      </Tabs.Content>
      <Tabs.Content value="invites" tabIndex={-1} className="outline-none">
        <Invites community={community} />
      </Tabs.Content>
      <Tabs.Content value="bans" tabIndex={-1} className="outline-none">
        <Bans community={community} />
      </Tabs.Content>
      <Tabs.Content value="reports" tabIndex={-1} className="outline-none">
        {reports}
      </Tabs.Content>
    </Tabs.Root>
  );
}
