import type { Removed } from '@hubbub/contract/platform/shapes.ts';
import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';

interface RemovedNoteProps {
  removed: Removed;
  /** A link to the decision, for the author. */
  action?: ReactNode;
}

/** Says above removed content that only its author and moderators see it, and why. */
export function RemovedNote({ removed, action }: RemovedNoteProps) {
  return (
    <div className="flex gap-2.5 rounded-control border border-line bg-raised px-3 py-2 text-sm">
      <EyeOff size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="font-medium">Removed by the moderators. Only you and they can see it.</p>
        {removed.text !== '' && <p className="whitespace-pre-line break-words text-muted">{removed.text}</p>}
        {removed.rule_text !== null && (
          <p className="break-words text-muted">
            Rule {removed.rule}: {removed.rule_text}
          </p>
        )}
        {action}
      </div>
    </div>
  );
}
