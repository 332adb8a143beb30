import { Bookmark, Scale, ScrollText, UserRound } from 'lucide-react';
import { ConfirmHost, DeactivateAccountCard, DeleteAccountCard } from '#features/accounts/public.ts';
import { ExportCard, ImportCard } from '#features/archives/public.ts';
import { useGraceDays } from '#features/site/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { LinkItem, LinkList } from '#ui/link-list/LinkList.tsx';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';

/** Settings › Your data: what's kept about the person, and how to take it along or delete it. */
export default function YourDataPage() {
  usePageTitle('Your data');
  const graceDays = useGraceDays();
  return (
    <>
      <PageHeader title="Your data" backTo={pathTo('settings')} backLabel="Back to settings" narrowOnly />
      <div className="flex flex-col gap-5">
        <LinkList label="What's kept about you">
          <LinkItem
            to={pathTo('ownProfile')}
            icon={UserRound}
            label="Your profile"
            hint="What others see of you, and your posts"
          />
          <LinkItem to={pathTo('bookmarks')} icon={Bookmark} label="Saved Posts" hint="Only you see them" />
          <LinkItem
            to={pathTo('security')}
            icon={ScrollText}
            label="Devices and recent activity"
            hint="Where and when your account was used"
          />
          <LinkItem
            to={pathTo('decisions')}
            icon={Scale}
            label="Moderation Decisions"
            hint="What moderators decided about you"
          />
        </LinkList>
        <ExportCard />
        <ImportCard />
        <DeactivateAccountCard />
        <DeleteAccountCard graceDays={graceDays} />
      </div>
      <ConfirmHost />
    </>
  );
}
