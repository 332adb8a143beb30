import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { MissingLink } from '#app/pages/MissingLink.tsx';
import { AccountPanel, ConfirmEmail } from '#features/accounts/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { useStoredUser } from '#platform/session.ts';
import { Button } from '#ui/button/Button.tsx';

/** Where the mail to a new address leads. */
export default function ConfirmEmailPage() {
  usePageTitle('Confirm your email');
  const user = useStoredUser();
  const [done, setDone] = useState(false);
  const token = useSearchParams()[0].get('token');
  if (token === null || token === '') return <MissingLink of="emailedLink" />;
  if (!done) {
    return (
      <AccountPanel
        title="Confirm your email"
        lead="You'll log in with this address, and we'll write to it. Your other devices are logged out."
      >
        <ConfirmEmail token={token} onDone={() => setDone(true)} />
      </AccountPanel>
    );
  }
  return (
    <AccountPanel
      title="Your email was changed"
      lead="We also wrote to the old address. The link in that mail can undo this for seven days."
    >
      <Button asChild size="lg" wide>
        {user === null ? (
          <Link to={pathTo('login')}>Log in</Link>
        ) : (
          <Link to={pathTo('accountSettings')}>Go to your account</Link>
        )}
      </Button>
    </AccountPanel>
  );
}
