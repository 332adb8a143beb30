import type { Passkey } from '@hubbub/contract/features/accounts/passkeys.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { passkeyError, passkeysOptions, useAddPasskey, useRemovePasskey } from '#features/accounts/passkeys.data.ts';
import { canUsePasskeys } from '#features/accounts/passkeys.rules.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { exactTime } from '#platform/time.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { lateOverlay } from '#ui/late/late.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { InlineErrorState } from '#ui/states/States.tsx';
import { toast } from '#ui/toast/toasts.ts';

const LatePasskeyDialog = lateOverlay(
  async () => (await import('#features/accounts/PasskeyDialog.tsx')).PasskeyDialog,
  'The name of the passkey',
);

function PasskeyItem({ passkey, onRename }: { passkey: Passkey; onRename: () => void }) {
  const remove = useRemovePasskey();
  const { passkey_id, name, created_at, last_used_at, made_for } = passkey;

  async function askAndRemove(): Promise<void> {
    const details = "You can't log in with it anymore. Delete it from your device, too.";
    if (!(await confirm(`Remove the passkey "${name}"?`, { danger: true, details }))) return;
    remove.mutate(passkey_id, { onSuccess: () => toast.success('The passkey was removed') });
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <KeyRound size={22} aria-hidden="true" className="shrink-0 text-muted" />
      <div className="min-w-40 flex-1">
        <p className="font-medium">
          <bdi className="break-words">{name}</bdi>
        </p>
        <p className="text-muted text-sm">
          Added <time dateTime={created_at}>{exactTime(created_at)}</time>
        </p>
        <p className="text-muted text-sm">
          {last_used_at === null ? (
            'Never used'
          ) : (
            <>
              Last used <time dateTime={last_used_at}>{exactTime(last_used_at)}</time>
            </>
          )}
        </p>
        {made_for !== null && (
          <p className="text-pretty text-danger-text text-sm">
            Made for another address, <bdi className="break-all">{made_for}</bdi>, so it can't be used here. Add a new
            one, and remove this one.
          </p>
        )}
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:ps-[38px]">
        <Button tone="secondary" size="sm" onClick={onRename} aria-label={`Rename ${name}`}>
          Rename
        </Button>
        <Button
          tone="secondary"
          size="sm"
          pending={remove.isPending}
          onClick={() => void askAndRemove()}
          aria-label={`Remove ${name}`}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

/** The person's passkeys: adds, renames and removes them. */
export function PasskeyCard() {
  const query = useQuery(passkeysOptions);
  const failure = useLoadFailure(query, 'your passkeys');
  const [named, setNamed] = useState<Passkey>();
  const add = useAddPasskey(setNamed);
  const { data } = query;
  const isFull = data !== undefined && data.length >= limits.passkey.perPerson;

  return (
    <Card className="flex flex-col gap-3 p-5 sm:p-6">
      <h2 className="font-semibold text-lg">Passkeys</h2>
      <p className="text-muted text-sm">
        A passkey lets you log in with your fingerprint, face or screen lock instead of a password. It stays on your
        device or in your password manager, and nobody can guess it or trick you out of it.
      </p>
      {failure !== null && <InlineErrorState {...failure}>{failure.text}</InlineErrorState>}
      {data === undefined && failure === null && (
        <Loading label="Loading your passkeys">
          <Skeleton className="h-11 w-full rounded-control" />
        </Loading>
      )}
      {data !== undefined && data.length > 0 && (
        <ul aria-label="Passkeys" className="divide-y divide-line">
          {data.map((passkey) => (
            <PasskeyItem key={passkey.passkey_id} passkey={passkey} onRename={() => setNamed(passkey)} />
          ))}
        </ul>
      )}
      <FormError text={passkeyError(add.error)} />
      {data !== undefined && !canUsePasskeys() && (
        <p>
          {window.isSecureContext
            ? "This browser doesn't support passkeys. Update it, or use another one."
            : 'Passkeys need https. Open this site at an address that begins with https:// to add one.'}
        </p>
      )}
      {isFull && <p>You have {limits.passkey.perPerson} passkeys, which is the most. Remove one to add another.</p>}
      {data !== undefined && !isFull && canUsePasskeys() && (
        <div>
          <Button tone="secondary" pending={add.isPending} onClick={() => add.mutate()}>
            {data.length === 0 ? 'Add a passkey' : 'Add another passkey'}
          </Button>
        </div>
      )}
      {named !== undefined && <LatePasskeyDialog passkey={named} onClose={() => setNamed(undefined)} />}
    </Card>
  );
}
