import { Bookmark, ShieldCheck } from 'lucide-react';
import { settingsPages } from '#app/settings-pages.ts';
import { ConfirmHost, DeleteAccountItem, LogOutItem, SettingsForm } from '#features/accounts/public.ts';
import { useGraceDays } from '#features/site/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { LinkItem, LinkList } from '#ui/link-list/LinkList.tsx';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';

/** A person's settings: the form, and the way to every other page of the settings. */
export default function SettingsPage() {
  usePageTitle('Settings');
  const { site_role: role = null } = useCurrentUser();
  const graceDays = useGraceDays();
  return (
    <>
      <PageHeader title="Settings" backTo={pathTo('feed')} backLabel="Back to the feed" />
      <div className="flex flex-col gap-5">
        <SettingsForm />
        <LinkList label="Settings">
          {settingsPages.map(({ to, icon, hint, label, listedAs }) => (
            <LinkItem
              key={to}
              to={to}
              icon={icon}
              label={listedAs ?? label}
              hint={hint}
              narrowOnly={listedAs === undefined}
            />
          ))}
        </LinkList>
        <LinkList label="More">
          {role !== null && <LinkItem to={pathTo('site')} icon={ShieldCheck} label="Run the site" />}
          <LinkItem to={pathTo('bookmarks')} icon={Bookmark} label="Saved Posts" />
          <LogOutItem />
        </LinkList>
        <LinkList label="Danger zone">
          <DeleteAccountItem graceDays={graceDays} />
        </LinkList>
      </div>
      <ConfirmHost />
    </>
  );
}
