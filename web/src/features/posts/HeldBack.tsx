import { Eye, EyeOff, Hourglass, Image } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { HoldReason } from '#features/posts/posts.rules.ts';
import { createListeners } from '#platform/listeners.ts';

const words: Record<HoldReason | 'saver', { title: string; text: string; icon: typeof EyeOff }> = {
  nsfw: { title: 'Sensitive content', text: 'Marked as not safe for work.', icon: EyeOff },
  processing: { title: 'Being checked', text: "We're checking this. It takes a moment.", icon: Hourglass },
  saver: { title: 'Not loaded', text: 'Your data saver is on.', icon: Image },
  failed: { title: 'Not checked', text: "We couldn't check this, so it may be sensitive.", icon: EyeOff },
};

const revealed = new Set<string>();
const listeners = createListeners();

/**
 * Whether the person has asked to see a file. That's remembered while the app is open, even if the post leaves the screen and comes
 * back.
 */
export function useRevealed(fileId: string): [boolean, () => void] {
  const shown = useSyncExternalStore(listeners.subscribe, () => revealed.has(fileId));
  const reveal = () => {
    revealed.add(fileId);
    listeners.notify();
  };
  return [shown, reveal];
}

interface HeldBackProps {
  reason: HoldReason | 'saver';
  /** Undefined: there's nothing to see yet. */
  onReveal: (() => void) | undefined;
}

/** Covers held-back media and its blurred picture: says why, and has a button to see it anyway. */
export function HeldBack({ reason, onReveal }: HeldBackProps) {
  const { title, text, icon: Icon } = words[reason];
  return (
    <div className="absolute inset-0 bg-black/65 text-white [container-type:size]">
      <div className="flex h-full flex-col items-center justify-center gap-1 px-14 text-center">
        <Icon size={26} aria-hidden="true" className="mb-1 shrink-0 [@container_(max-height:11rem)]:hidden" />
        <p className="font-semibold">{title}</p>
        <p className="text-pretty text-sm [@container_(max-height:9rem)]:sr-only">{text}</p>
        {onReveal !== undefined && (
          <button
            type="button"
            onClick={onReveal}
            className="mt-2 inline-flex min-h-11 shrink-0 items-center gap-2 rounded-control bg-black/60 px-4 font-semibold text-sm ring-1 ring-white/40 transition-colors hover:bg-black/80"
          >
            <Eye size={18} aria-hidden="true" />
            Show
          </button>
        )}
      </div>
    </div>
  );
}
