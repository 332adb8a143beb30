import { cx } from '#ui/cx.ts';

interface ProgressProps {
  /** What's in progress, for screen readers and above the bar. */
  label: string;
  /** 0 to 100; null if unknown. */
  percent: number | null;
}

/** A progress bar with its label and percentage. */
export function Progress({ label, percent }: ProgressProps) {
  const shown = percent === null ? null : Math.min(100, Math.max(0, Math.round(percent)));
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex justify-between gap-3 text-muted text-sm">
        <span>{label}</span>
        {shown !== null && <span className="whitespace-nowrap tabular">{shown} %</span>}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={shown ?? undefined}
        aria-valuetext={shown === null ? undefined : `${shown}%`}
        className="h-2 overflow-hidden rounded-full bg-raised"
      >
        <div
          className={cx(
            'h-full w-full origin-left rounded-full bg-accent transition-transform',
            shown === null && 'animate-breathe',
          )}
          style={{ transform: `scaleX(${shown === null ? 1 : shown / 100})` }}
        />
      </div>
    </div>
  );
}
