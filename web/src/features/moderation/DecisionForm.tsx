import type { DecisionAction, Report } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { decideReport } from '#features/moderation/moderation.data.ts';
import { actions, lengths, likelyRule, proposedText } from '#features/moderation/moderation.rules.ts';
import { RuleChoice } from '#features/moderation/RuleChoice.tsx';
import { errorTexts, isHandled } from '#platform/errors.ts';
import { Button } from '#ui/button/Button.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { Segmented } from '#ui/segmented/Segmented.tsx';
import { toast } from '#ui/toast/toasts.ts';

interface DecisionFormProps {
  report: Report;
  action: DecisionAction;
  rules: readonly string[];
  onCancel: () => void;
}

/** What the person is told, with everything filled in already: one more tap decides. */
export function DecisionForm({ report, action, rules, onCancel }: DecisionFormProps) {
  const client = useQueryClient();
  const [rule, setRule] = useState(() => likelyRule(report.reason, rules));
  const [typed, setTyped] = useState<string>();
  const [length, setLength] = useState('1 week');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const ruleText = rule === null ? null : (rules[rule - 1] ?? null);
  const text = typed ?? proposedText(action, report.reason, ruleText);
  const { label, danger, done } = actions[action];
  const hasLength = action === 'ban' || action === 'suspend';

  async function decide(): Promise<void> {
    setPending(true);
    setError(undefined);
    try {
      const days = hasLength ? lengths.find((each) => each.label === length)?.days : undefined;
      await decideReport(client, report.report_id, { action, text, days, rule });
      toast.success(done);
    } catch (failure) {
      if (!isHandled(failure)) setError(errorTexts(failure).join('\n'));
    } finally {
      setPending(false);
    }
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-3 border-line border-t pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        void decide();
      }}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <RuleChoice rules={rules} value={rule} onChange={setRule} />
      {hasLength && (
        <Segmented
          label="How long"
          value={length}
          onValueChange={setLength}
          options={lengths.map((each) => ({ value: each.label, label: each.label }))}
        />
      )}
      <TextArea
        label="What they're told"
        rows={2}
        grows
        maxLength={limits.moderation.text}
        value={text}
        onChange={(event) => setTyped(event.target.value)}
      />
      <FormError text={error} />
      <div className="flex gap-2">
        <Button type="submit" tone={danger ? 'danger' : 'primary'} pending={pending} autoFocus>
          {label}
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
