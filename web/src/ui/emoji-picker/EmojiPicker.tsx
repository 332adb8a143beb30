import { Smile } from 'lucide-react';
import { Slot } from 'radix-ui';
import { type ReactElement, useState } from 'react';
import type { OpenEmojiPickerProps } from '#ui/emoji-picker/OpenEmojiPicker.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { LoadFailureCard, late } from '#ui/late/late.tsx';

/** Shown instead of the picker until its code has loaded, or if it can't be loaded. */
interface Closed {
  closed: ReactElement;
  onClose: () => void;
}

const OpenEmojiPicker = late<OpenEmojiPickerProps & Closed>(
  async () => (await import('#ui/emoji-picker/OpenEmojiPicker.tsx')).default,
  {
    name: 'Emoji',
    whenIdle: true,
    waiting: ({ closed }) => closed,
    failed: (failure, { closed, onClose }) => (
      <>
        {closed}
        <LoadFailureCard failure={failure} onClose={onClose} />
      </>
    ),
  },
);

interface EmojiPickerProps {
  /** Called for each emoji; the panel stays open for more, unless only one is asked for. */
  onPick: (emoji: string) => void;
  /** What opens it, if that's not the usual button; needs an accessible name. */
  trigger?: ReactElement | undefined;
  /** Closes with the first emoji. */
  single?: boolean | undefined;
  disabled?: boolean | undefined;
  /** The button's edge the panel is aligned to. */
  align?: 'start' | 'end' | undefined;
}

/**
 * A button that toggles the emoji picker above it. Always dark. Its code loads when a pointer or
 * focus reaches the button.
 */
export function EmojiPicker({ onPick, trigger, single = false, disabled, align = 'end' }: EmojiPickerProps) {
  const [used, setUsed] = useState(false);
  const button = trigger ?? (
    <IconButton label="Emoji" disabled={disabled}>
      <Smile size={22} aria-hidden="true" />
    </IconButton>
  );
  const closed = (
    <Slot.Root
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={() => void OpenEmojiPicker.load()}
      onFocus={() => void OpenEmojiPicker.load()}
      onClick={() => setUsed(true)}
    >
      {button}
    </Slot.Root>
  );
  if (!used) return closed;
  return (
    <OpenEmojiPicker
      onPick={onPick}
      trigger={button}
      single={single}
      align={align}
      closed={closed}
      onClose={() => setUsed(false)}
    />
  );
}
