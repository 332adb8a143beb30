import { Link } from 'react-router';
import { AccountPanel } from '#features/accounts/public.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';

const texts = {
  registration: {
    title: 'Start with your email',
    lead: 'This link is missing your registration. Start again with your email.',
    to: pathTo('register'),
    action: 'Create Account',
  },
  activation: {
    title: 'This link is incomplete',
    lead: 'Open the activation link from your email again, or copy the whole link into the address bar.',
    to: pathTo('login'),
    action: 'Log in',
  },
  loginLink: {
    title: 'This link no longer works',
    lead: 'It works once, within 14 days. Ask whoever gave it to you for a new one. If you already have a password, log in with it.',
    to: pathTo('login'),
    action: 'Log in',
  },
  invite: {
    title: 'This invite no longer works',
    lead: 'It has expired, was used up, or was withdrawn. Ask whoever sent it to you for a new one.',
    to: pathTo('login'),
    action: 'Log in',
  },
  setUp: {
    title: 'This link is incomplete',
    lead: 'Copy the whole set-up link that the server printed when it started.',
    to: pathTo('login'),
    action: 'Log in',
  },
  emailedLink: {
    title: 'This link is incomplete',
    lead: 'Open the link from your email again, or copy the whole link into the address bar.',
    to: pathTo('login'),
    action: 'Log in',
  },
  recovery: {
    title: 'Request a new code',
    lead: 'This link is missing your one-time password. Request one first.',
    to: pathTo('forgotPassword'),
    action: 'Forgot Password?',
  },
};

/** A step that was opened without what the previous step passes along in the URL. */
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
