import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { FormSkeleton } from '#app/pages/FormSkeleton.tsx';
import { MissingLink } from '#app/pages/MissingLink.tsx';
import { AccountPanel, RegisterPasswordForm } from '#features/accounts/public.ts';
import { inviteOptions, RulesToAccept, siteOptions } from '#features/site/public.ts';
import { isFirstLoad } from '#platform/first-load.ts';
import { usePageTitle } from '#platform/page-title.ts';

export default function RegisterPasswordPage() {
  usePageTitle('Create Account');
  const [search] = useSearchParams();
  const regId = search.get('reg_id');
  const code = search.get('invite');
  const siteQuery = useQuery(siteOptions);
  const site = siteQuery.data;
  const { data: invite } = useQuery({ ...inviteOptions(code ?? ''), enabled: code !== null });
  if (regId === null) return <MissingLink of="registration" />;
  if (isFirstLoad(siteQuery)) return <FormSkeleton title="Create Account" label="Loading the form" />;
  // An invite of the team needs no approval.
  const asksReason = site?.registration === 'approval' && invite?.registration !== 'open';
  return (
    <AccountPanel step={3} title="Enter Password" lead="A phrase only you would think of works well.">
      <RegisterPasswordForm
        key={regId}
        regId={regId}
        asksReason={asksReason}
        siteName={site?.name}
        rules={<RulesToAccept />}
        asksRules={site?.rules_tick}
      />
    </AccountPanel>
  );
}
