import { Link } from 'react-router';
import { AccountPanel } from '#features/accounts/public.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';

const texts = {
  registration: {
    title: 'Start with your email',
    lead: 'This step belongs to a registration, and the address does not say which. Begin with the first step.',
    to: pathTo('register'),
    action: 'Create Account',
  },
  activation: {
    title: 'The link is not complete',
    lead: 'Open the activation link from your email once more, or copy all of it into the address bar.',
    to: pathTo('login'),
    action: 'Log in',
  },
  recovery: {
    title: 'Ask for a new code',
    lead: 'This step belongs to a one-time password, and the address does not say which. Ask for one first.',
    to: pathTo('forgotPassword'),
    action: 'Forgot Password?',
  },
};

/** A step that was opened without what the step before hands on in the address. */
export function MissingLink({ of }: { of: keyof typeof texts }) {
  const { title, lead, to, action } = texts[of];
  return (
    <AccountPanel title={title} lead={lead}>
      <Button asChild size="lg" wide>
        <Link to={to}>{action}</Link>
      </Button>
    </AccountPanel>
  );
}
