import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { MissingLink } from '#app/pages/MissingLink.tsx';
import { AccountPanel, Activation, activationOptions, BackToLogin, isDeadLink } from '#features/accounts/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';

function ActivateAccount({ token, onWaiting }: { token: string; onWaiting: () => void }) {
  const account = useQuery(activationOptions(token));
  const isDead = isDeadLink(account.error);
  const lead = account.data === undefined ? undefined : 'One click and your account is ready.';
  return (
    <AccountPanel
      title="Account Activation"
      lead={isDead ? "This link doesn't work anymore." : lead}
      footer={<BackToLogin />}
    >
      <Activation token={token} onWaiting={onWaiting} />
    </AccountPanel>
  );
}

export default function ActivationPage() {
  usePageTitle('Account Activation');
  const [isWaiting, setWaiting] = useState(false);
  const token = useSearchParams()[0].get('token');
  if (token === null || token === '') return <MissingLink of="activation" />;
  if (isWaiting) {
    return (
      <AccountPanel
        title="You're almost in"
        lead="Your email is confirmed. The team looks at every request, and we'll email you as soon as they've decided."
      >
        <Button asChild size="lg" wide tone="secondary">
          <Link to={pathTo('login')}>Back to login</Link>
        </Button>
      </AccountPanel>
    );
  }
  return <ActivateAccount token={token} onWaiting={() => setWaiting(true)} />;
}
