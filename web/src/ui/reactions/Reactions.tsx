import { cx } from '#ui/cx.ts';

interface ReactionsProps {
  /** In the order in which each emoji was first used. */
  reactions: readonly { emoji: string; count: number; mine?: boolean | undefined }[];
  disabled?: boolean;
  /** Gives a reaction, or takes it back. */
  onToggle: (emoji: string) => void;
}

/** How many have answered something with which emoji. The person's own stand out; a click adds one, or takes it back. */
export function Reactions({ reactions, disabled = false, onToggle }: ReactionsProps) {
  if (reactions.length === 0) return null;
  return (
    <ul aria-label="Reactions" className="flex flex-wrap gap-1.5">
      {reactions.map(({ emoji, count, mine = false }) => (
        <li key={emoji}>
          <button
            type="button"
            aria-pressed={mine}
            aria-label={`${emoji}, ${count}`}
            disabled={disabled}
            onClick={() => onToggle(emoji)}
            className={cx(
              'relative inline-flex h-7 select-none items-center gap-1.5 rounded-full border px-2 text-sm tabular transition-colors',
              // A finger needs more room than a chip.
              "[@media(pointer:coarse)]:h-8 [@media(pointer:coarse)]:before:absolute [@media(pointer:coarse)]:before:inset-x-0 [@media(pointer:coarse)]:before:-inset-y-1.5 [@media(pointer:coarse)]:before:content-['']",
              mine
                ? 'border-accent-text bg-accent-soft font-semibold text-accent-text'
                : 'border-line bg-raised text-text enabled:hover:border-line-strong',
            )}
          >
            <span className="text-base leading-none">{emoji}</span>
            {count}
          </button>
        </li>
      ))}
    </ul>
  );
}
