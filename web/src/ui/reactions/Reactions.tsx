import { useState } from 'react';
import { cx } from '#ui/cx.ts';
import { whoReacted } from '#ui/reactions/who-reacted.rules.ts';
import { Tooltip } from '#ui/tooltip/Tooltip.tsx';

interface ReactionsProps {
  /** In the order in which each emoji was first used. */
  reactions: readonly { emoji: string; count: number; mine?: boolean | undefined }[];
  disabled?: boolean;
  /** Gives a reaction, or takes it back. */
  onToggle: (emoji: string) => void;
  /** Finds out who has reacted. */
  loadPeople: () => Promise<readonly ReactedPeople[]>;
  /** A finger's long press says who. Not where a long press does something else. */
  longPress?: boolean;
}

/** Who has reacted with an emoji, as far as the person may know. */
export interface ReactedPeople {
  emoji: string;
  count: number;
  users: readonly { username: string }[];
}

/** The same number of each means that nothing has changed since it was asked. */
const stateOf = (reactions: ReactionsProps['reactions']) =>
  reactions.map(({ emoji, count }) => `${emoji}${count}`).join();

/** How many have answered something with which emoji. The person's own stand out; a click adds one, or takes it back. */
export function Reactions({ reactions, disabled = false, onToggle, loadPeople, longPress = false }: ReactionsProps) {
  const [known, setKnown] = useState<{ state: string; people: readonly ReactedPeople[] }>();
  const state = stateOf(reactions);
  const people = known?.state === state ? known.people : [];

  // Names are an extra: if they can't be loaded, the numbers are still there.
  const ask = () => {
    if (known?.state === state) return;
    setKnown({ state, people: [] });
    void loadPeople().then(
      (loaded) => setKnown({ state, people: loaded }),
      () => setKnown(undefined),
    );
  };

  if (reactions.length === 0) return null;
  return (
    <ul aria-label="Reactions" className="flex flex-wrap gap-1.5">
      {reactions.map(({ emoji, count, mine = false }) => {
        const names = whoReacted(people.find((each) => each.emoji === emoji));
        return (
          <li key={emoji}>
            <Tooltip text={names === '' ? `${emoji}, ${count}` : names} side="top" longPress={longPress}>
              <button
                type="button"
                aria-pressed={mine}
                aria-label={`${emoji}, ${count}`}
                aria-description={names === '' ? undefined : names}
                aria-disabled={disabled}
                onPointerEnter={ask}
                onFocus={ask}
                onClick={() => !disabled && onToggle(emoji)}
                className={cx(
                  'relative inline-flex h-7 select-none items-center gap-1.5 rounded-full border px-2 text-sm tabular transition-colors',
                  // A finger needs more room than a chip.
                  "[@media(pointer:coarse)]:h-8 [@media(pointer:coarse)]:before:absolute [@media(pointer:coarse)]:before:inset-x-0 [@media(pointer:coarse)]:before:-inset-y-1.5 [@media(pointer:coarse)]:before:content-['']",
                  mine
                    ? 'border-accent-text bg-accent-soft font-semibold text-accent-text'
                    : 'border-line bg-raised text-text not-aria-disabled:hover:border-line-strong',
                )}
              >
                <span className="text-base leading-none">{emoji}</span>
                {count}
              </button>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}
