import { codePoints, limits } from '@hubbub/contract/platform/limits.ts';
import { Plus, X } from 'lucide-react';
import { durations, type PollDraft } from '#features/posts/polls.rules.ts';
import { Button } from '#ui/button/Button.tsx';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { LengthCount } from '#ui/field/LengthCount.tsx';
import { SelectField } from '#ui/field/SelectField.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

const { choices: number, text: longest } = limits.poll;

interface PollEditorProps {
  poll: PollDraft;
  /** The post is being sent. */
  disabled: boolean;
  /** Undefined: the post has none. */
  onChange: (poll: PollDraft | undefined) => void;
}

/** The poll of a new post. */
export default function PollEditor({ poll, disabled, onChange }: PollEditorProps) {
  const { choices } = poll;
  const write = (index: number, text: string) =>
    onChange({ ...poll, choices: choices.map((choice, at) => (at === index ? text : choice)) });
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-3 rounded-control border border-line p-3">
      <legend className="sr-only">Poll</legend>
      <div className="flex items-center justify-between gap-3">
        <p className="font-semibold">Poll</p>
        <IconButton label="Remove the poll" disabled={disabled} onClick={() => onChange(undefined)}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </div>
      {choices.map((choice, index) => {
        const length = codePoints(choice);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a choice is its place
          <div key={index}>
            <TextField
              label={`Choice ${index + 1}`}
              hideLabel
              dir="auto"
              placeholder={`Choice ${index + 1}`}
              value={choice}
              {...(length > longest - 20 && { aside: <LengthCount length={length} max={longest} /> })}
              onChange={(event) => write(index, [...event.currentTarget.value].slice(0, longest).join(''))}
              trailing={
                choices.length > number.min && (
                  <IconButton
                    label={`Remove choice ${index + 1}`}
                    disabled={disabled}
                    onClick={() => onChange({ ...poll, choices: choices.filter((_, at) => at !== index) })}
                  >
                    <X size={18} aria-hidden="true" />
                  </IconButton>
                )
              }
            />
          </div>
        );
      })}
      {choices.length < number.max && (
        <div>
          <Button tone="quiet" size="sm" onClick={() => onChange({ ...poll, choices: [...choices, ''] })}>
            <Plus size={18} aria-hidden="true" />
            Add a choice
          </Button>
        </div>
      )}
      <Checkbox
        label="People can choose more than one"
        checked={poll.multiple}
        disabled={disabled}
        onCheckedChange={(multiple) => onChange({ ...poll, multiple })}
      />
      <SelectField
        beside
        label="Open for"
        value={String(poll.hours)}
        onChange={(hours) => onChange({ ...poll, hours: Number(hours) })}
        options={durations.map(({ hours, label }) => ({ value: String(hours), label }))}
      />
      <p className="text-muted text-sm">Votes can't be changed. People see the results once they've voted.</p>
    </fieldset>
  );
}
