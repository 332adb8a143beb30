import { DecisionList } from '#features/moderation/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';

export default function DecisionsPage() {
  usePageTitle('Moderation decisions');
  return (
    <>
      <PageHeader title="Moderation decisions" backTo={pathTo('accountSettings')} backLabel="Back to your account" />
      <DecisionList />
    </>
  );
}
