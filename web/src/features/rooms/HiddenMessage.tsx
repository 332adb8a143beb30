import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { Ban } from 'lucide-react';
import { useChangedRelations } from '#features/relations/public.ts';

/** Stands in for a message until the reader wants to see it. */
export function HiddenMessage({ onShow }: { onShow: () => void }) {
  return (
    <div className="flex min-h-11 items-center gap-3 px-3 sm:px-5">
      <span className="w-10 shrink-0 text-center text-muted">
        <Ban size={18} aria-hidden="true" className="inline-block" />
      </span>
      <p className="min-w-0 flex-1 text-muted text-sm">
        Message from someone you blocked{' '}
        <button
          type="button"
          onClick={onShow}
          className="ml-1 inline-flex min-h-9 items-center rounded-sm px-1 font-semibold text-accent-text hover:underline pointer-coarse:min-h-11"
        >
          Show
        </button>
      </p>
    </div>
  );
}

/** Whether the reader has blocked a message's sender, even if only after it was loaded. */
export function useHidden(stored: Message | null): boolean {
  const changed = useChangedRelations();
  return stored !== null && (changed('block', stored.sender.username) ?? stored.hidden === true);
}
