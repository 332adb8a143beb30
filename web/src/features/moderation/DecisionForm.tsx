import {
  type DecisionAction,
  decideReport as endpoint,
  type Report,
} from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { useMemo, useState } from 'react';
import { isTooLate } from '#features/moderation/moderation.data.ts';
import { actions, lengths, likelyRule, proposedText } from '#features/moderation/moderation.rules.ts';
import { RuleChoice } from '#features/moderation/RuleChoice.tsx';
import { formDraft } from '#platform/drafts.ts';
import { refusalOf } from '#platform/errors.ts';
import { Button } from '#ui/button/Button.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import { Segmented } from '#ui/segmented/Segmented.tsx';

/** What's sent with a decision. */
export interface DecisionDetails {
  text: string;
  days?: number | undefined;
  rule: number | null;
}

interface DecisionFormProps {
  report: Report;
  action: DecisionAction;
  rules: readonly string[];
  /** Rejects if it couldn't be decided. */
  onDecide: (details: DecisionDetails) => Promise<void>;
  onCancel: () => void;
}

const schema = endpoint.body.pick({ text: true });

/** People who decide too late read that elsewhere: the report has left the list. */
const explain = (error: unknown) => (isTooLate(error) ? null : refusalOf(error));

/** The message to the person, with everything filled in already: one more tap decides. */
export function DecisionForm({ report, action, rules, onDecide, onCancel }: DecisionFormProps) {
  const { report_id, reason } = report;
  const [rule, setRule] = useState(() => likelyRule(reason, rules));
  const [length, setLength] = useState('1 week');
  const ruleText = rule === null ? null : (rules[rule - 1] ?? null);
  const { label, danger } = actions[action];
  const hasLength = action === 'ban' || action === 'suspend';
  const draft = useMemo(() => formDraft(`decision:${report_id}:${action}`, ['text']), [report_id, action]);
  const { submit, field, error, pending } = useValidatedForm({
    schema,
    initial: { text: proposedText(action, reason, ruleText) },
    // The proposal changes with the rule, unless something else was typed.
    follow: true,
    draft,
    fails: 'here',
    explain,
    onSubmit: async ({ text }) => {
      const days = hasLength ? lengths.find((each) => each.label === length)?.days : undefined;
      await onDecide({ text, days, rule });
      draft.forget();
    },
  });

  return (
    <form
      noValidate
      className="flex flex-col gap-3 border-line border-t pt-3"
      onSubmit={submit}
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
      <TextArea {...field('text')} label="What they're told" rows={2} grows maxLength={limits.moderation.text} />
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
