import { useSearchParams } from 'react-router';
import { MissingLink } from '#app/pages/MissingLink.tsx';
import { AccountPanel, RegisterPasswordForm } from '#features/accounts/public.ts';
import { usePageTitle } from '#platform/page-title.ts';

export default function RegisterPasswordPage() {
  usePageTitle('Create Account');
  const regId = useSearchParams()[0].get('reg_id');
  if (regId === null) return <MissingLink of="registration" />;
  return (
    <AccountPanel step={3} title="Enter Password" lead="A phrase only you would think of works well.">
      <RegisterPasswordForm key={regId} regId={regId} />
    </AccountPanel>
  );
}
