import type { ReportReason } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { RadioGroup } from 'radix-ui';
import { useState } from 'react';
import { sendReport } from '#features/moderation/moderation.data.ts';
import { nounOf, reasons } from '#features/moderation/moderation.rules.ts';
import type { Reported } from '#features/moderation/report-store.ts';
import { errorTexts, isHandled } from '#platform/errors.ts';
import { Button } from '#ui/button/Button.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { toast } from '#ui/toast/toasts.ts';

/** Reports something to the moderators: a reason, and a text if one likes. */
export function ReportDialog({ reported, onClose }: { reported: Reported; onClose: () => void }) {
  const [reason, setReason] = useState<ReportReason>();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);

  async function send(): Promise<void> {
    if (reason === undefined) return setError('Choose a reason.');
    setPending(true);
    setError(undefined);
    try {
      await sendReport({ kind: reported.kind, id: reported.id, reason, text });
      toast.success("Thank you. We'll look at it and email you what comes of it.");
      onClose();
    } catch (failure) {
      if (!isHandled(failure)) setError(errorTexts(failure).join('\n'));
    } finally {
      setPending(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Report this ${nounOf(reported.kind)}`}
      description="Only moderators see your report. Nobody is told that it was you."
      footer={
        <Button wide size="lg" pending={pending} onClick={() => void send()}>
          Send report
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <RadioGroup.Root
          aria-label="Reason"
          value={reason ?? null}
          onValueChange={(value) => setReason(value as ReportReason)}
          className="flex flex-col"
        >
          {reasons.map(({ value, label, hint }) => (
            <RadioGroup.Item
              key={value}
              value={value}
              className="group flex min-h-12 items-center gap-3 rounded-control px-2 py-1.5 text-left transition-colors hover:bg-raised"
            >
              <span
                aria-hidden="true"
                className="inline-flex size-5 shrink-0 items-center justify-center rounded-full border-2 border-line-strong group-data-[state=checked]:border-accent"
              >
                <RadioGroup.Indicator className="size-2.5 rounded-full bg-accent" />
              </span>
              <span className="min-w-0">
                <span className="block font-medium">{label}</span>
                <span className="block text-muted text-sm">{hint}</span>
              </span>
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
        <TextArea
          label="Anything else we should know? (optional)"
          rows={2}
          grows
          maxLength={limits.moderation.text}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <FormError text={error} />
      </div>
    </Dialog>
  );
}
