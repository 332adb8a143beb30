import type { DecisionAction, Report } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { useState } from 'react';
import { actions, lengths, likelyRule, proposedText } from '#features/moderation/moderation.rules.ts';
import { RuleChoice } from '#features/moderation/RuleChoice.tsx';
import { useTypedText } from '#features/moderation/typed-text.ts';
import { Button } from '#ui/button/Button.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { Segmented } from '#ui/segmented/Segmented.tsx';

/** What goes with a decision. */
export interface DecisionDetails {
  text: string;
  days?: number | undefined;
  rule: number | null;
}

interface DecisionFormProps {
  report: Report;
  action: DecisionAction;
  rules: readonly string[];
  pending: boolean;
  /** Why it couldn't be decided. */
  error: string | undefined;
  onDecide: (details: DecisionDetails) => void;
  onCancel: () => void;
}

/** The draft of the message to the person. */
export const decisionDraft = (reportId: string, action: DecisionAction) => `decision:${reportId}:${action}`;

/** The message to the person, with everything filled in already: one more tap decides. */
export function DecisionForm({ report, action, rules, pending, error, onDecide, onCancel }: DecisionFormProps) {
  const [rule, setRule] = useState(() => likelyRule(report.reason, rules));
  const [typed, setTyped] = useTypedText(decisionDraft(report.report_id, action));
  const [length, setLength] = useState('1 week');
  const ruleText = rule === null ? null : (rules[rule - 1] ?? null);
  const text = typed ?? proposedText(action, report.reason, ruleText);
  const { label, danger } = actions[action];
  const hasLength = action === 'ban' || action === 'suspend';

  function decide(): void {
    const days = hasLength ? lengths.find((each) => each.label === length)?.days : undefined;
    onDecide({ text, days, rule });
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-3 border-line border-t pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        decide();
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
