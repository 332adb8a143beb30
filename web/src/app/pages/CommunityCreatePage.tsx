import { CreateCommunity } from '#features/communities/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';

export default function CommunityCreatePage() {
  usePageTitle('Create a Community');
  return (
    <>
      <PageHeader title="Create a Community" backTo={pathTo('communities')} backLabel="Back to communities" />
      <CreateCommunity />
    </>
  );
}
