import { useSearchParams } from 'react-router';
import { MissingLink } from '#app/pages/MissingLink.tsx';
import { AccountPanel, ResetPasswordForm } from '#features/accounts/public.ts';
import { usePageTitle } from '#platform/page-title.ts';

export default function ResetPasswordPage() {
  usePageTitle('Reset password');
  const resetToken = useSearchParams()[0].get('reset_token');
  if (resetToken === null || resetToken === '') return <MissingLink of="recovery" />;
  return (
    <AccountPanel title="Enter Password" lead="Choose a new password. You'll be logged out everywhere.">
      <ResetPasswordForm key={resetToken} resetToken={resetToken} />
    </AccountPanel>
  );
}
