import { SmilePlus } from 'lucide-react';
import { cx } from '#ui/cx.ts';
import { EmojiPicker } from '#ui/emoji-picker/EmojiPicker.tsx';

interface ReactionsProps {
  /** In the order in which each emoji was first used. */
  reactions: readonly { emoji: string; count: number; mine?: boolean | undefined }[];
  /** Gives a reaction, or takes it back. */
  onPress: (emoji: string) => void;
  /** The accessible name of the button for more. */
  label: string;
}

const shape =
  'inline-flex min-h-11 min-w-11 items-center justify-center rounded-full text-xs transition-colors md:min-h-8 md:min-w-8';

/** What people answered something with: a button for each emoji, and one for more. */
export function Reactions({ reactions, onPress, label }: ReactionsProps) {
  return (
    <>
      {reactions.map(({ emoji, count, mine = false }) => (
        <button
          key={emoji}
          type="button"
          aria-pressed={mine}
          aria-label={`${emoji}, ${count}`}
          onClick={() => onPress(emoji)}
          className={shape}
        >
          <span
            className={cx(
              'inline-flex items-center gap-1 rounded-full border px-2 py-0.5 tabular',
              mine ? 'border-accent-text bg-raised text-accent-text' : 'border-line text-muted hover:bg-raised',
            )}
          >
            <span className="text-sm">{emoji}</span>
            {count}
          </span>
        </button>
      ))}
      <EmojiPicker
        single
        align="start"
        onPick={onPress}
        trigger={
          <button type="button" aria-label={label} title={label} className={cx(shape, 'text-muted hover:bg-raised')}>
            <SmilePlus size={17} aria-hidden="true" />
          </button>
        }
      />
    </>
  );
}
