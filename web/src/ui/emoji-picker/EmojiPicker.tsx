import { Smile } from 'lucide-react';
import { Popover } from 'radix-ui';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';

const EmojiPanel = lazy(() => import('#ui/emoji-picker/EmojiPanel.tsx'));

interface EmojiPickerProps {
  /** Called for each emoji; the panel stays open for more. */
  onPick: (emoji: string) => void;
  disabled?: boolean | undefined;
  /** Which edge of the button the panel keeps to. */
  align?: 'start' | 'end' | undefined;
}

/** A button that opens and closes the emoji picker above it. Always dark, as section 9 of the specification says. */
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
          <Suspense
            fallback={
              <div className="flex h-[398px] w-[300px] items-center justify-center text-white">
                <Spinner label="Loading emoji" />
              </div>
            }
          >
            <EmojiPanel onPick={onPick} />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
