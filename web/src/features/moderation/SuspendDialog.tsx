import { limits } from '@hubbub/contract/platform/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { rulesOptions, useSuspend } from '#features/moderation/moderation.data.ts';
import { lengths } from '#features/moderation/moderation.rules.ts';
import { RuleChoice } from '#features/moderation/RuleChoice.tsx';
import { useTextDraft } from '#platform/drafts.ts';
import { Button } from '#ui/button/Button.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { Segmented } from '#ui/segmented/Segmented.tsx';
import { toast } from '#ui/toast/toasts.ts';

interface SuspendDialogProps {
  username: string;
  /** Called once they're suspended. */
  onDone: () => void;
  onClose: () => void;
}

/** Suspends somebody without a report: for how long, by which rule, and what they're told. */
export function SuspendDialog({ username, onDone, onClose }: SuspendDialogProps) {
  const formId = useId();
  const { data: rules = [] } = useQuery(rulesOptions);
  const [rule, setRule] = useState<number | null>(null);
  const [length, setLength] = useState('1 week');
  const [text, setText] = useTextDraft(`suspend:${username}`);

  const { mutate, fault, isPending } = useSuspend(username);

  function suspend(event: FormEvent): void {
    event.preventDefault();
    const days = lengths.find((each) => each.label === length)?.days;
    const onSuccess = () => {
      setText('');
      toast.success(`${username} is suspended`);
      onDone();
      onClose();
    };
    mutate({ text, rule, ...(days !== undefined && { days }) }, { onSuccess });
  }

  return (
    <Dialog
      keepsDraft
      open
      onOpenChange={onClose}
      title={`Suspend ${username}`}
      description="They're logged out everywhere and can't log in until it ends. They can appeal."
      footer={
        <div className="grid grid-cols-2 gap-2">
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} tone="danger" pending={isPending}>
            Suspend
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={suspend} className="flex flex-col gap-4">
        <Segmented
          label="How long"
          value={length}
          onValueChange={setLength}
          options={lengths.map((each) => ({ value: each.label, label: each.label }))}
        />
        <RuleChoice rules={rules} value={rule} onChange={setRule} />
        <TextArea
          label="What they're told"
          rows={3}
          grows
          maxLength={limits.moderation.text}
          value={text}
          onChange={(event) => setText(event.target.value)}
          data-autofocus
        />
        <FormError text={fault} />
      </form>
    </Dialog>
  );
}
