import { CircleAlert } from 'lucide-react';
import type { Fault } from '#features/meetings/faults.rules.ts';
import { Button } from '#ui/button/Button.tsx';

interface FaultListProps {
  faults: readonly Fault[];
  onRetry?: (fault: Fault) => void;
}

/** Steps that failed, each with what to do. Announced. */
export function FaultList({ faults, onRetry }: FaultListProps) {
  return (
    <div role="alert" className="flex flex-col gap-2 empty:hidden">
      {faults.map((fault) => (
        <div
          key={fault.step}
          className="flex items-start gap-3 rounded-control border border-danger-text/40 bg-danger-soft p-3 text-left text-sm"
        >
          <CircleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-danger-text" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{fault.title}</p>
            <p className="text-pretty">{fault.advice}</p>
          </div>
          {onRetry !== undefined && (
            <Button tone="secondary" size="sm" onClick={() => onRetry(fault)}>
              Try again
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
