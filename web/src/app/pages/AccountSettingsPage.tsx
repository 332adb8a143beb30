import { Scale } from 'lucide-react';
import { ConfirmHost, EmailCard, UsernamesCard } from '#features/accounts/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { LinkItem, LinkList } from '#ui/link-list/LinkList.tsx';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';

/** Settings › Account: what the person is called and reached by here. */
export default function AccountSettingsPage() {
  usePageTitle('Account');
  return (
    <>
      <PageHeader title="Account" backTo={pathTo('settings')} backLabel="Back to settings" narrowOnly />
      <div className="flex flex-col gap-5">
        <EmailCard />
        <UsernamesCard />
        <LinkList label="More">
          <LinkItem
            to={pathTo('decisions')}
            icon={Scale}
            label="Moderation Decisions"
            hint="What moderators decided about you, and how to appeal"
          />
        </LinkList>
      </div>
      <ConfirmHost />
    </>
  );
}
