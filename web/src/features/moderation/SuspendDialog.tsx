import { suspendUser } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { rulesOptions, useSuspend } from '#features/moderation/moderation.data.ts';
import { lengths } from '#features/moderation/moderation.rules.ts';
import { RuleChoice } from '#features/moderation/RuleChoice.tsx';
import { formDraft } from '#platform/drafts.ts';
import { refusalOf } from '#platform/errors.ts';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import { Segmented } from '#ui/segmented/Segmented.tsx';
import { toast } from '#ui/toast/toasts.ts';

interface SuspendDialogProps {
  username: string;
  /** Called once they're suspended. */
  onDone: () => void;
  onClose: () => void;
}

/** Suspends somebody without a report: for how long, by which rule, and with which message. */
export function SuspendDialog({ username, onDone, onClose }: SuspendDialogProps) {
  const { data: rules = [] } = useQuery(rulesOptions);
  const [rule, setRule] = useState<number | null>(null);
  const [length, setLength] = useState('1 week');
  const draft = useMemo(() => formDraft(`suspend:${username}`, ['text']), [username]);
  const { mutateAsync } = useSuspend(username);
  const form = useValidatedForm({
    schema: suspendUser.body,
    initial: { text: '' },
    draft,
    fails: 'here',
    explain: refusalOf,
    onSubmit: async ({ text }) => {
      const days = lengths.find((each) => each.label === length)?.days;
      await mutateAsync({ text, rule, ...(days !== undefined && { days }) });
      draft.forget();
      toast.success(`${username} is suspended`);
      onDone();
      onClose();
    },
  });

  return (
    <FormDialog
      keepsDraft
      title={`Suspend ${username}`}
      description="They're logged out everywhere and can't log in until it ends. They can appeal."
      action="Suspend"
      tone="danger"
      form={form}
      onClose={onClose}
    >
      <div className="flex flex-col gap-1.5">
        <span className="font-medium text-sm">How long</span>
        <Segmented
          label="How long"
          value={length}
          onValueChange={setLength}
          options={lengths.map((each) => ({ value: each.label, label: each.label }))}
        />
      </div>
      <RuleChoice rules={rules} value={rule} onChange={setRule} />
      <TextArea
        {...form.field('text')}
        label="What they're told"
        rows={3}
        grows
        maxLength={limits.moderation.text}
        data-autofocus
      />
    </FormDialog>
  );
}
