import type { CSSProperties } from 'react';
import { cx } from '#ui/cx.ts';

const trackClasses = cx(
  '[&::-webkit-slider-runnable-track]:h-1.5 [&::-webkit-slider-runnable-track]:rounded-full [&::-webkit-slider-runnable-track]:bg-[linear-gradient(to_right,var(--accent-text)_var(--filled),var(--line)_var(--filled))]',
  '[&::-moz-range-track]:h-1.5 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-line [&::-moz-range-progress]:h-1.5 [&::-moz-range-progress]:rounded-full [&::-moz-range-progress]:bg-accent-text',
);
const thumbClasses = cx(
  '[&::-webkit-slider-thumb]:-mt-[5px] [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-accent-text',
  '[&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:border-none [&::-moz-range-thumb]:bg-accent-text',
);

interface SliderProps {
  /** What it adjusts, for screen readers. */
  label: string;
  /** The value in words: "150%". */
  valueText: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onValueChange: (value: number) => void;
  disabled?: boolean | undefined;
}

/** A 6 px bar, filled up to the thumb; the target is 24 px high. Takes the available width. */
export function Slider({ label, valueText, min, max, step, value, onValueChange, disabled }: SliderProps) {
  const filled = max > min ? ((value - min) / (max - min)) * 100 : 0;
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(event) => onValueChange(event.currentTarget.valueAsNumber)}
      disabled={disabled}
      className={cx(
        'block h-6 w-full min-w-0 cursor-pointer appearance-none rounded-full bg-transparent',
        trackClasses,
        thumbClasses,
      )}
      style={{ '--filled': `${filled}%` } as CSSProperties}
    />
  );
}
