import { Plus } from 'lucide-react';
import { useState } from 'react';
import { cx } from '#ui/cx.ts';
import { LateEmojiPanel } from '#ui/emoji-picker/late-emoji-panel.tsx';
import { quickReactions } from '#ui/emoji-picker/quick-reactions.ts';

interface ReactionChoiceProps {
  /** As wide as what's around it. */
  wide?: boolean;
  onPick: (emoji: string) => void;
}

const keyClasses =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-full text-2xl leading-none transition-colors hover:bg-raised';

/** The seven quick reactions, and a way to all the others. */
export function ReactionChoice({ wide = false, onPick }: ReactionChoiceProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (isWhole) {
    return (
      <div className="mx-auto w-[300px] overflow-hidden rounded-card border border-line bg-[#222] text-white shadow-float [color-scheme:dark]">
        <LateEmojiPanel onPick={onPick} />
      </div>
    );
  }
  return (
    <fieldset
      aria-label="Quick reactions"
      className={cx(
        'flex items-center',
        wide ? 'justify-between' : 'rounded-full border border-line bg-surface p-0.5 shadow-float',
      )}
    >
      {quickReactions.map(({ name, emoji }) => (
        <button
          key={name}
          type="button"
          aria-label={`React with ${name.toLowerCase()}`}
          title={name}
          onClick={() => onPick(emoji)}
          className={cx(keyClasses, wide && 'max-[360px]:size-9')}
        >
          {emoji}
        </button>
      ))}
      <button
        type="button"
        aria-label="More emoji"
        title="More emoji"
        onClick={() => setIsWhole(true)}
        className={cx(keyClasses, 'bg-raised text-muted hover:text-text', wide && 'max-[360px]:size-9')}
      >
        <Plus size={20} aria-hidden="true" />
      </button>
    </fieldset>
  );
}
