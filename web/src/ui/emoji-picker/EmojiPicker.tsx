import { Smile } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ReactElement, useState } from 'react';
import { LateEmojiPanel } from '#ui/emoji-picker/late-emoji-panel.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

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

/** A button that toggles the emoji picker above it. Always dark, as section 9 of the specification says. */
export function EmojiPicker({ onPick, trigger, single = false, disabled, align = 'end' }: EmojiPickerProps) {
  const [open, setOpen] = useState(false);
  const pick = (emoji: string) => {
    if (single) setOpen(false);
    onPick(emoji);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        {trigger ?? (
          <IconButton label="Emoji" disabled={disabled}>
            <Smile size={22} aria-hidden="true" />
          </IconButton>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align={align}
          sideOffset={8}
          collisionPadding={8}
          aria-label="Emoji picker"
          className="z-50 animate-rise overflow-hidden rounded-card border border-line bg-[#222] text-white shadow-float [color-scheme:dark]"
        >
          <LateEmojiPanel onPick={pick} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
