import type { LucideIcon } from 'lucide-react';
import { RadioGroup } from 'radix-ui';

interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  onValueChange: (value: T) => void;
  options: readonly { value: T; label: string; icon?: LucideIcon | undefined }[];
}

/** A choice among a few values, all visible: a radio group in one bar. */
export function Segmented<T extends string>({ label, value, onValueChange, options }: SegmentedProps<T>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={(next) => onValueChange(next as T)}
      className="flex flex-wrap gap-1 rounded-control border border-line bg-raised p-1"
    >
      {options.map(({ value: own, label: text, icon: Icon }) => (
        <RadioGroup.Item
          key={own}
          value={own}
          className="flex min-h-10 flex-1 items-center justify-center gap-2 rounded-sm px-3 pointer-coarse:min-h-11 font-medium text-muted text-sm transition-colors hover:text-text data-[state=checked]:bg-surface data-[state=checked]:text-text data-[state=checked]:ring-1 data-[state=checked]:ring-line-strong"
        >
          {Icon !== undefined && <Icon size={16} aria-hidden="true" />}
          {text}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
