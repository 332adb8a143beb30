import { Hand, type LucideIcon, PictureInPicture2, Settings2, SmilePlus } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import type { Meeting } from '#features/meetings/meeting.ts';
import { RoundToggle } from '#features/meetings/RoundToggle.tsx';
import { cx } from '#ui/cx.ts';
import { menuPlace } from '#ui/dropdown-menu/MenuItems.tsx';
import { quickReactions } from '#ui/emoji-picker/quick-reactions.ts';
import { leaveFocusInField } from '#ui/focus/leave-focus-in-field.ts';
import { useLayer } from '#ui/layer/layers.ts';
import { toast } from '#ui/toast/toasts.ts';

interface ActionProps {
  label: string;
  icon: LucideIcon;
  onClick: () => void;
  className?: string;
}

function Action({ label, icon: Icon, onClick, className }: ActionProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={cx(
        'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left text-sm transition-colors hover:bg-raised',
        className,
      )}
    >
      <Icon size={18} aria-hidden="true" />
      {label}
    </button>
  );
}

interface GesturesButtonProps {
  meeting: Meeting;
  /** The person's hand is raised. */
  hand: boolean;
  onDevices: () => void;
  /** Shows the call above other windows, or no longer; undefined where the browser can't. */
  picture: { isOpen: boolean; toggle: () => void } | undefined;
}

/** Reactions, the raised hand, and what else there's no room for below a meeting. */
export function GesturesButton({ meeting, hand, onDevices, picture }: GesturesButtonProps) {
  const [open, setOpen] = useState(false);
  useLayer(open, () => setOpen(false));
  const react = async (emoji: string) => {
    const wrong = await meeting.react(emoji);
    if (wrong !== null) toast.error(wrong);
  };
  const then = (act: () => void) => () => {
    setOpen(false);
    act();
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <RoundToggle
          on
          active={open}
          marked={hand}
          label={hand ? 'React, your hand is raised' : 'React'}
          icon={SmilePlus}
        />
      </Popover.Trigger>
      <Popover.Portal container={menuPlace()}>
        <Popover.Content
          side="top"
          sideOffset={8}
          collisionPadding={8}
          aria-label="React"
          onCloseAutoFocus={leaveFocusInField}
          data-popover=""
          className="z-40 w-max animate-rise rounded-card border border-line bg-surface p-1.5 shadow-float outline-none"
        >
          <fieldset aria-label="Reactions" className="flex">
            {quickReactions.map(({ name, emoji }) => (
              <button
                key={name}
                type="button"
                aria-label={name}
                title={name}
                onClick={() => void react(emoji)}
                className="inline-flex size-11 items-center justify-center rounded-full text-2xl leading-none transition-colors hover:bg-raised"
              >
                {emoji}
              </button>
            ))}
          </fieldset>
          <Action
            label={hand ? 'Lower hand' : 'Raise hand'}
            icon={Hand}
            onClick={then(() => meeting.raiseHand(!hand))}
          />
          {picture !== undefined && (
            <Action
              label={picture.isOpen ? 'Close the small window' : 'Show above other windows'}
              icon={PictureInPicture2}
              onClick={then(picture.toggle)}
            />
          )}
          <Action label="Devices" icon={Settings2} onClick={then(onDevices)} className="sm:hidden" />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
