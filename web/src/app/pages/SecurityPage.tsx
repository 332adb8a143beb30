import { KeyRound } from 'lucide-react';
import { Link } from 'react-router';
import {
  ConfirmHost,
  PasskeyCard,
  SecurityLog,
  SessionList,
  TotpCard,
  useSecurityCutOff,
  useSecurityLoading,
} from '#features/accounts/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { ErrorState } from '#ui/states/States.tsx';

/** The cards' lists have any length, so the page is drawn once it's known. */
function Cards() {
  return (
    <div className="flex flex-col gap-5">
      <SessionList />
      <Card className="flex flex-col gap-3 p-5 sm:p-6">
        <h2 className="font-semibold text-lg">Password</h2>
        <p className="text-muted text-sm">Changing it logs out all other devices.</p>
        <div>
          <Button asChild tone="secondary">
            <Link to={pathTo('changePassword')}>
              <span className="inline-flex items-center gap-2">
                <KeyRound size={18} aria-hidden="true" />
                Change your password
              </span>
            </Link>
          </Button>
        </div>
      </Card>
      <PasskeyCard />
      <TotpCard />
      <SecurityLog />
    </div>
  );
}

function Lists() {
  const cutOff = useSecurityCutOff();
  const isLoading = useSecurityLoading();
  if (cutOff !== null) return <ErrorState {...cutOff}>{cutOff.text}</ErrorState>;
  if (!isLoading) return <Cards />;
  return (
    <Loading label="Loading your devices" className="flex flex-col gap-5">
      <Skeleton className="h-64 w-full rounded-card" />
      <Skeleton className="h-39 w-full rounded-card" />
      <Skeleton className="h-46 w-full rounded-card" />
    </Loading>
  );
}

/** Settings › Security: how the person logs in, where they're logged in, and what happened to the account. */
export default function SecurityPage() {
  usePageTitle('Security');
  return (
    <>
      <PageHeader title="Security" backTo={pathTo('settings')} backLabel="Back to settings" narrowOnly />
      <Lists />
      <ConfirmHost />
    </>
  );
}
