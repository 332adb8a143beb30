import { enableTotp as endpoint } from '@hubbub/contract/features/accounts/confirmation.endpoints.ts';
import { useState } from 'react';
import { useEnableTotp } from '#features/accounts/totp.data.ts';
import { refusalOf } from '#platform/errors.ts';
import { Button } from '#ui/button/Button.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import { QrCode } from '#ui/qr-code/QrCode.tsx';
import { copyText } from '#ui/toast/copy-text.ts';

interface TotpDialogProps {
  /** The secret for the app; null: the app has it already, and the code is for new recovery codes. */
  prepared: { secret: string; uri: string } | null;
  onClose: () => void;
}

/** Saves a text as a file. */
function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n');
  return (
    <div className="flex flex-col gap-4">
      <p>
        If you lose your app, log in with one of these instead. Each works once. Save them now: we won't show them
        again.
      </p>
      <ul aria-label="Recovery codes" className="flex flex-col gap-1 rounded-control bg-raised p-4 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button tone="secondary" onClick={() => download('hubbub-recovery-codes.txt', `${text}\n`)}>
          Download
        </Button>
        <Button tone="secondary" onClick={() => void copyText(text)}>
          Copy
        </Button>
      </div>
    </div>
  );
}

function Secret({ secret, uri }: { secret: string; uri: string }) {
  return (
    <>
      <p>Scan this with your authenticator app, then enter the code that it shows.</p>
      <QrCode text={uri} label="QR code for your authenticator app" className="mx-auto size-48" />
      <p className="text-sm sm:hidden">
        Is the app on this device?{' '}
        <a href={uri} className="font-medium text-accent-text underline underline-offset-2">
          Open it
        </a>
      </p>
      <p className="text-muted text-sm">
        Can't scan it? Type this key into the app:{' '}
        <code className="select-all break-all font-mono text-text">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
    </>
  );
}

/** Turns one-time codes on, or makes new recovery codes, and shows them once. */
export function TotpDialog({ prepared, onClose }: TotpDialogProps) {
  const { mutateAsync: enableTotp } = useEnableTotp();
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useValidatedForm({
    schema: endpoint.body,
    initial: { code: '' },
    explain: refusalOf,
    onSubmit: async ({ code }) => setCodes(await enableTotp(code)),
  });
  if (codes !== undefined) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title="Your recovery codes"
        footer={
          <Button size="lg" wide onClick={onClose}>
            I've saved them
          </Button>
        }
      >
        <RecoveryCodes codes={codes} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={prepared === null ? 'New recovery codes' : 'Set up one-time codes'}
      action={prepared === null ? 'Get new codes' : 'Turn on'}
      form={form}
      onClose={onClose}
    >
      {prepared === null ? (
        <p>Your old recovery codes stop working. Enter the code that your authenticator app shows.</p>
      ) : (
        <Secret {...prepared} />
      )}
      <TextField
        {...form.field('code')}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        data-autofocus
      />
    </FormDialog>
  );
}
