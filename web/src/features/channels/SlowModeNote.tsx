import { Timer } from 'lucide-react';
import { spokenDuration } from '#features/channels/slow-mode.rules.ts';
import { clockTime } from '#platform/time.rules.ts';

/** Below the field of a channel with slow mode: how long the person waits, if they do. */
export function SlowModeNote({ slowMode, wait }: { slowMode: number; wait: number }) {
  if (!slowMode) return null;
  return (
    <p className="flex min-h-5 items-center gap-1.5 px-3 text-muted text-xs">
      <Timer size={14} aria-hidden="true" className="shrink-0" />
      <span role="status">
        {wait > 0
          ? 'Slow mode is on. You can write again in '
          : `Slow mode is on: one message every ${spokenDuration(slowMode)}.`}
      </span>
      {wait > 0 && (
        <span role="timer" className="-ms-0.5 font-medium text-text tabular-nums">
          {clockTime(wait)}
        </span>
      )}
    </p>
  );
}
