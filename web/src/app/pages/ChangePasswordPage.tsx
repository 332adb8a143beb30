import { useQuery } from '@tanstack/react-query';
import { ChangePasswordForm } from '#features/accounts/public.ts';
import { siteOptions } from '#features/site/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';

export default function ChangePasswordPage() {
  usePageTitle('Change Password');
  const { data: site } = useQuery(siteOptions);
  return (
    <>
      <PageHeader title="Change Password" backTo={pathTo('settings')} backLabel="Back to settings" />
      <ChangePasswordForm siteName={site?.name} />
    </>
  );
}
