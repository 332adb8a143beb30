import '#app/menus.ts';
import { SearchPanel } from '#features/search/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';

export default function SearchPage() {
  usePageTitle('Search');
  return (
    <>
      <PageHeader title="Search" backTo={pathTo('feed')} backLabel="Back to the feed" />
      <SearchPanel />
    </>
  );
}
