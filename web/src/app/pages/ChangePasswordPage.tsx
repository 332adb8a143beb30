import { ChangePasswordForm } from '#features/accounts/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';

export default function ChangePasswordPage() {
  usePageTitle('Change Password');
  return (
    <>
      <PageHeader title="Change Password" backTo={pathTo('settings')} backLabel="Back to settings" />
      <ChangePasswordForm />
    </>
  );
}
