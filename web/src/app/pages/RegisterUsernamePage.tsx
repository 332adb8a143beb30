import { useSearchParams } from 'react-router';
import { MissingLink } from '#app/pages/MissingLink.tsx';
import { AccountPanel, RegisterUsernameForm } from '#features/accounts/public.ts';
import { usePageTitle } from '#platform/page-title.ts';

export default function RegisterUsernamePage() {
  usePageTitle('Create Account');
  const [search] = useSearchParams();
  const regId = search.get('reg_id');
  if (regId === null) return <MissingLink of="registration" />;
  return (
    <AccountPanel step={2} title="Enter Credentials" lead="How others see you.">
      <RegisterUsernameForm key={regId} regId={regId} invite={search.get('invite') ?? undefined} />
    </AccountPanel>
  );
}
