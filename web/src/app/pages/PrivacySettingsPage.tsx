import { Ban } from 'lucide-react';
import { PrivacySettings } from '#features/notifications/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { LinkItem, LinkList } from '#ui/link-list/LinkList.tsx';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';

/** Settings › Privacy: who reaches the person, and what they show others. */
export default function PrivacySettingsPage() {
  usePageTitle('Privacy');
  return (
    <>
      <PageHeader title="Privacy" backTo={pathTo('settings')} backLabel="Back to settings" narrowOnly />
      <div className="flex flex-col gap-5">
        <PrivacySettings />
        <LinkList label="People">
          <LinkItem
            to={pathTo('blocked')}
            icon={Ban}
            label="Blocked and Muted"
            hint="People you don't see, and who don't see you"
          />
        </LinkList>
      </div>
    </>
  );
}
