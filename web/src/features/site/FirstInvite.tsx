import { Copy } from 'lucide-react';
import { useCreateInvite } from '#features/site/invites.data.ts';
import { Button } from '#ui/button/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { QrCode } from '#ui/qr-code/QrCode.tsx';
import { copyText } from '#ui/toast/copy-text.ts';

/** How many people the first link lets in, and for how many days: enough to tell friends, colleagues or a class. */
const first = { uses: 30, days: 7 };

/** Makes a site's first invite: its link, and a QR code to show around. */
export function FirstInvite() {
  const { data: invite, fault, isPending, mutate } = useCreateInvite('here');
  if (invite === undefined) {
    return (
      <div className="flex flex-col gap-5">
        <p>
          The link lets {first.uses} people join within {first.days} days. You can make more invites or withdraw this
          one in Invites.
        </p>
        <FormError text={fault} />
        <Button size="lg" pending={isPending} onClick={() => mutate(first)}>
          Make an invite
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col items-center gap-5">
      <QrCode text={invite.url} label="QR code for the invite link" className="w-full max-w-72" />
      <p className="select-all break-all text-center text-sm">{invite.url}</p>
      <Button
        wide
        tone="secondary"
        size="lg"
        icon={<Copy size={18} aria-hidden="true" />}
        onClick={() => void copyText(invite.url)}
      >
        Copy link
      </Button>
    </div>
  );
}
