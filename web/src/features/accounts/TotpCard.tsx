import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { totpOptions, useDisableTotp, usePrepareTotp } from '#features/accounts/totp.data.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { lateOverlay } from '#ui/late/late.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { InlineErrorState } from '#ui/states/States.tsx';
import { toast } from '#ui/toast/toasts.ts';

const LateTotpDialog = lateOverlay(
  async () => (await import('#features/accounts/TotpDialog.tsx')).TotpDialog,
  'The set-up of one-time codes',
);

/** What's in the dialog: a new secret, or nothing but a code for new recovery codes. */
type Open = { secret: string; uri: string } | 'renew';

/** Turns one-time codes on and off. */
export function TotpCard() {
  const query = useQuery(totpOptions);
  const failure = useLoadFailure(query, 'your one-time codes');
  const [open, setOpen] = useState<Open>();
  const setUp = usePrepareTotp(setOpen);
  const disable = useDisableTotp();
  const { data } = query;

  async function askAndDisable(): Promise<void> {
    const details = 'Logging in will take only your password, and your recovery codes stop working.';
    if (!(await confirm('Turn off one-time codes?', { danger: true, details }))) return;
    disable.mutate(undefined, { onSuccess: () => toast.success('One-time codes are off') });
  }

  return (
    <Card className="flex flex-col gap-3 p-5 sm:p-6">
      <h2 className="font-semibold text-lg">One-time codes</h2>
      <p className="text-muted text-sm">
        With an authenticator app, nobody gets into your account with your password alone.
      </p>
      {failure !== null && <InlineErrorState {...failure}>{failure.text}</InlineErrorState>}
      {data === undefined && failure === null && (
        <Loading label="Loading your one-time codes">
          <Skeleton className="h-11 w-full rounded-control" />
        </Loading>
      )}
      <FormError text={setUp.fault} />
      {data?.enabled === false && (
        <div>
          <Button tone="secondary" pending={setUp.isPending} onClick={() => setUp.mutate()}>
            Set up one-time codes
          </Button>
        </div>
      )}
      {data?.enabled === true && (
        <>
          <p>One-time codes are on. You have {data.recovery_codes_left} of 10 recovery codes left.</p>
          <div className="flex flex-wrap gap-3">
            <Button tone="secondary" onClick={() => setOpen('renew')}>
              Get new recovery codes
            </Button>
            <Button tone="secondary" pending={disable.isPending} onClick={() => void askAndDisable()}>
              Turn off one-time codes
            </Button>
          </div>
        </>
      )}
      {open !== undefined && (
        <LateTotpDialog prepared={open === 'renew' ? null : open} onClose={() => setOpen(undefined)} />
      )}
    </Card>
  );
}
