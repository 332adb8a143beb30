import type { ReportReason } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { useState } from 'react';
import { useSendReport } from '#features/moderation/moderation.data.ts';
import { nounOf, reasons } from '#features/moderation/moderation.rules.ts';
import type { Reported } from '#features/moderation/report-store.ts';
import { useTextDraft } from '#platform/drafts.ts';
import { Button } from '#ui/button/Button.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { RadioList } from '#ui/radio-list/RadioList.tsx';
import { toast } from '#ui/toast/toasts.ts';

/** Reports something to the moderators: a reason, and an optional text. */
export function ReportDialog({ reported, onClose }: { reported: Reported; onClose: () => void }) {
  const [reason, setReason] = useState<ReportReason>();
  const [text, setText] = useTextDraft(`report:${reported.kind}:${reported.id}`);

  const [isMissing, setIsMissing] = useState(false);
  const { mutate, fault, isPending } = useSendReport();

  function send(): void {
    setIsMissing(reason === undefined);
    if (reason === undefined) return;
    const onSuccess = () => {
      setText('');
      toast.success("Thank you. We'll look into it and email you the outcome.");
      onClose();
    };
    mutate({ kind: reported.kind, id: reported.id, reason, text }, { onSuccess });
  }

  return (
    <Dialog
      keepsDraft
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Report this ${nounOf(reported.kind)}`}
      description="Only moderators see your report. We won't tell anyone that it was you."
      footer={
        <Button wide size="lg" pending={isPending} onClick={send}>
          Send report
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <RadioList label="Reason" value={reason} onChange={setReason} options={reasons} />
        <TextArea
          label="Anything else we should know? (optional)"
          rows={2}
          grows
          maxLength={limits.moderation.text}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <FormError text={isMissing ? 'Choose a reason.' : fault} />
      </div>
    </Dialog>
  );
}
