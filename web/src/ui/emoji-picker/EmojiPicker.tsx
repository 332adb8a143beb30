import { Smile } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { Button } from '#ui/button/Button.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { late } from '#ui/late/late.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';

const place = 'flex h-[398px] w-[300px] items-center justify-center text-white';

const EmojiPanel = late(async () => (await import('#ui/emoji-picker/EmojiPanel.tsx')).default, {
  name: 'Emoji',
  waiting: () => (
    <div className={place}>
      <Spinner label="Loading emoji" />
    </div>
  ),
  // The panel is dark in every theme.
  failed: ({ title, text, retry, pending }) => (
    <div role="alert" className={`${place} flex-col gap-4 px-6 text-center`}>
      <p>
        {title}. {text}
      </p>
      <Button tone="primary" size="sm" onClick={retry} pending={pending}>
        Try again
      </Button>
    </div>
  ),
});

interface EmojiPickerProps {
  /** Called for each emoji; the panel stays open for more. */
  onPick: (emoji: string) => void;
  disabled?: boolean | undefined;
  /** The button's edge the panel is aligned to. */
  align?: 'start' | 'end' | undefined;
}

/** A button that toggles the emoji picker above it. Always dark, as section 9 of the specification says. */
export function EmojiPicker({ onPick, disabled, align = 'end' }: EmojiPickerProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton label="Emoji" disabled={disabled}>
          <Smile size={22} aria-hidden="true" />
        </IconButton>
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
          <EmojiPanel onPick={onPick} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
