import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { FormSkeleton } from '#app/pages/FormSkeleton.tsx';
import { MissingLink } from '#app/pages/MissingLink.tsx';
import { AccountPanel, accountLink, LoginLinkForm, loginLinkOptions } from '#features/accounts/public.ts';
import { RulesToAccept } from '#features/site/public.ts';
import { ApiError, errorTexts } from '#platform/errors.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { ErrorState } from '#ui/states/States.tsx';

function Welcome({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(loginLinkOptions(token));
  if (data !== undefined) {
    return (
      <AccountPanel
        title={`Welcome, ${data.name ?? data.username}`}
        lead={`Your username is ${data.username}. Choose a password, and you're in. Next time, log in with both.`}
        footer={
          <>
            Have a password?{' '}
            <Link to={pathTo('login')} className={accountLink}>
              Log in
            </Link>
          </>
        }
      >
        <LoginLinkForm
          token={token}
          username={data.username}
          rules={data.asks_rules && <RulesToAccept />}
          asksRules={data.asks_rules}
        />
      </AccountPanel>
    );
  }
  if (error === null) return <FormSkeleton title="Welcome" label="Opening your link" />;
  if (error instanceof ApiError && error.status === 422) return <MissingLink of="loginLink" />;
  return (
    <ErrorState title="Couldn't open your link" onRetry={() => void refetch()} pending={isFetching}>
      {errorTexts(error).join(' ')}
    </ErrorState>
  );
}

/** The page of a log-in link that the team handed out, printed or sent. */
export default function LoginLinkPage() {
  usePageTitle('Welcome');
  const { code } = useParams();
  const [search] = useSearchParams();
  const token = code ?? search.get('token') ?? '';
  if (token === '') return <MissingLink of="loginLink" />;
  return <Welcome token={token} />;
}
