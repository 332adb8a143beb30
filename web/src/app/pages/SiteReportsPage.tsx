import { ReportQueue } from '#features/moderation/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';

export default function SiteReportsPage() {
  usePageTitle('Reports');
  return (
    <>
      <PageHeader title="Reports" backTo={pathTo('settings')} backLabel="Back to settings" />
      <h2 className="sr-only">Queue</h2>
      <ReportQueue />
    </>
  );
}
