import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { Hammer, ShieldAlert } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { permissionsOptions } from '#features/communities/communities.data.ts';
import { EditCommunity } from '#features/communities/EditCommunity.tsx';
import { RoleSettings } from '#features/communities/RoleSettings.tsx';
import { NotFound } from '#platform/errors.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';

const tabs = [
  { value: 'edit', label: 'Edit' },
  { value: 'roles', label: 'Roles' },
  { value: 'bans', label: 'Bans' },
] as const;
export type SettingsTab = (typeof tabs)[number]['value'];

/** The tab named in the URL; the first one if there's no name. */
export function settingsTab(name: string | null): SettingsTab {
  return tabs.find(({ value }) => value === name)?.value ?? 'edit';
}

const tabClasses =
  'min-h-11 rounded-t-control border-transparent border-b-2 px-4 font-semibold text-muted transition-colors hover:text-text data-[state=active]:border-accent-text data-[state=active]:text-text';

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
  tab: SettingsTab;
  onTab: (tab: SettingsTab) => void;
  /** The community has moved to another URL. */
  onRenamed: (handle: string) => void;
}

/** Section 2, community settings: three tabs, for people with community:edit. */
export function CommunitySettings({ community, tab, onTab, onRenamed }: CommunitySettingsProps) {
  const handle = community.community_handle;
  const query = useQuery(permissionsOptions(handle));
  const { data: permissions, error } = query;
  const failure = useLoadFailure(query, 'the settings');
  const mayEdit = permissions?.includes('community:edit') === true;
  // A person who loses the permission while a form is open keeps what they typed.
  const [hadPermission, setHadIt] = useState(mayEdit);
  if (mayEdit && !hadPermission) setHadIt(true);

  if (permissions === undefined && failure === null) return <SettingsSkeleton />;
  if (failure !== null && !(error instanceof NotFound)) return <ErrorState {...failure}>{failure.text}</ErrorState>;
  if (!mayEdit && !hadPermission) {
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
        Only members with the Edit Community permission can open its settings. Ask one of them for a role that has it.
      </EmptyState>
    );
  }
  return (
    <Tabs.Root value={tab} onValueChange={(value) => onTab(settingsTab(value))} className="flex flex-col gap-5">
      <Tabs.List aria-label="Settings" className="flex gap-1 border-line border-b">
        {tabs.map(({ value, label }) => (
          <Tabs.Trigger key={value} value={value} className={tabClasses}>
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <div role="status" className="empty:-mt-5">
        {!mayEdit && (
          <p className="flex items-start gap-2 rounded-control bg-danger-soft px-3.5 py-3 text-danger-text text-sm">
            <ShieldAlert size={18} aria-hidden="true" className="mt-px shrink-0" />
            You no longer have permission to change this community. We've kept what you typed, but you can't save it
            until you have a role with Edit Community again.
          </p>
        )}
      </div>
      <Tabs.Content value="edit" tabIndex={-1} className="outline-none">
        <EditCommunity community={community} onRenamed={onRenamed} />
      </Tabs.Content>
      <Tabs.Content value="roles" tabIndex={-1} className="outline-none">
        <RoleSettings community={community} mine={permissions ?? []} />
      </Tabs.Content>
      <Tabs.Content value="bans" tabIndex={-1} className="outline-none">
        <Card>
          <EmptyState icon={Hammer} title={messages.bansComing} />
        </Card>
      </Tabs.Content>
    </Tabs.Root>
  );
}
