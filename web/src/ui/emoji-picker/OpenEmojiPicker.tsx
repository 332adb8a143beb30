import { Popover } from 'radix-ui';
import { type ReactElement, useState } from 'react';
import { LateEmojiPanel } from '#ui/emoji-picker/late-emoji-panel.tsx';
import { leaveFocusInField } from '#ui/focus/leave-focus-in-field.ts';
import { useLayer } from '#ui/layer/layers.ts';

export interface OpenEmojiPickerProps {
  onPick: (emoji: string) => void;
  trigger: ReactElement;
  single: boolean;
  align: 'start' | 'end';
}

/** The picker, mounted from its first opening on. */
export default function OpenEmojiPicker({ onPick, trigger, single, align }: OpenEmojiPickerProps) {
  const [open, setOpen] = useState(true);
  useLayer(open, () => setOpen(false));
  const pick = (emoji: string) => {
    if (single) setOpen(false);
    onPick(emoji);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align={align}
          sideOffset={8}
          collisionPadding={8}
          aria-label="Emoji picker"
          onCloseAutoFocus={leaveFocusInField}
          data-popover=""
          className="z-50 animate-rise overflow-hidden rounded-card border border-line bg-[#222] text-white shadow-float [color-scheme:dark]"
        >
          <LateEmojiPanel onPick={pick} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
