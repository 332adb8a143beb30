import { X } from 'lucide-react';
import type { ShownFile } from '#features/rooms/shown-files.ts';
import { cx } from '#ui/cx.ts';

const radius = 20;
const around = 2 * Math.PI * radius;

/** How far a file is on its way to the server, with the button that leaves it out. */
export function UploadMark({ file, overlay = false }: { file: ShownFile; overlay?: boolean }) {
  if (file.upload === undefined) return null;
  const { percent, isActive, cancel } = file.upload;
  return (
    <span
      className={cx(
        'relative inline-flex size-11 shrink-0 items-center justify-center rounded-full',
        overlay ? 'bg-black/65 text-white' : 'text-accent-text',
      )}
    >
      {isActive && (
        <span
          role="progressbar"
          aria-label={`Uploading ${file.name}`}
          aria-valuenow={percent}
          className="pointer-events-none absolute inset-0"
        >
          <svg viewBox="0 0 44 44" aria-hidden="true" className="-rotate-90 size-full fill-none stroke-[3]">
            <circle cx={22} cy={22} r={radius} className="stroke-current opacity-25" />
            <circle
              cx={22}
              cy={22}
              r={radius}
              strokeLinecap="round"
              strokeDasharray={around}
              strokeDashoffset={around * (1 - Math.max(percent, 3) / 100)}
              className="stroke-current transition-[stroke-dashoffset]"
            />
          </svg>
        </span>
      )}
      {cancel !== undefined && (
        <button
          type="button"
          aria-label={isActive ? `Cancel ${file.name}` : `Remove ${file.name}`}
          onClick={cancel}
          className="inline-flex size-11 items-center justify-center rounded-full"
        >
          <X size={20} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
