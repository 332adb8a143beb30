import { SmilePlus } from 'lucide-react';
import { EmojiPicker } from '#ui/emoji-picker/EmojiPicker.tsx';

/** A button that opens the emoji, to answer something with one. */
export function AddReaction({ onPick }: { onPick: (emoji: string) => void }) {
  return (
    <EmojiPicker
      single
      align="start"
      onPick={onPick}
      trigger={
        <button
          type="button"
          aria-label="Add a reaction"
          title="Add a reaction"
          className="inline-flex min-h-11 min-w-11 items-center justify-center rounded-full text-muted transition-colors hover:bg-raised md:min-h-8 md:min-w-8"
        >
          <SmilePlus size={17} aria-hidden="true" />
        </button>
      }
    />
  );
}
