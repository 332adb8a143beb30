import { AppealQueue } from '#features/moderation/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';

export default function SiteAppealsPage() {
  usePageTitle('Appeals');
  return (
    <>
      <PageHeader title="Appeals" backTo={pathTo('settings')} backLabel="Back to settings" />
      <h2 className="sr-only">Queue</h2>
      <AppealQueue />
    </>
  );
}
