import { CircleAlert } from 'lucide-react';
import type { Fault } from '#features/meetings/faults.rules.ts';
import { Button } from '#ui/button/Button.tsx';

interface FaultListProps {
  faults: readonly Fault[];
  /** Retries the microphone or the camera. */
  onRetry: (fault: Fault) => void;
  /** Closes a fault that has already been fixed. */
  onDismiss: (fault: Fault) => void;
}

const isDevice = ({ step }: Fault) => step === 'microphone' || step === 'camera';

/** Steps that failed, each with what to do next. Announced to screen readers. */
export function FaultList({ faults, onRetry, onDismiss }: FaultListProps) {
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
          {isDevice(fault) && (
            <Button tone="secondary" size="sm" onClick={() => (fault.isSettled ? onDismiss(fault) : onRetry(fault))}>
              {fault.isSettled ? 'OK' : 'Try again'}
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
