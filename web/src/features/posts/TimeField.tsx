import { limits } from '@hubbub/contract/platform/limits.ts';
import { fieldTime, momentOf, zoneName } from '#features/posts/schedule.rules.ts';
import { TextField } from '#ui/field/TextField.tsx';

const dayMs = 86_400_000;

interface TimeFieldProps {
  value: string;
  disabled?: boolean;
  onChange: (value: string) => void;
}

/** When a post is published, by this device's clock and in its time zone. */
export function TimeField({ value, disabled, onChange }: TimeFieldProps) {
  const moment = momentOf(value);
  return (
    <TextField
      type="datetime-local"
      label="Publish at"
      hint={`Time zone: ${zoneName(moment === null ? new Date() : new Date(moment))}`}
      value={value}
      disabled={disabled}
      required
      min={fieldTime(new Date())}
      max={fieldTime(new Date(Date.now() + limits.scheduled.days * dayMs))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
