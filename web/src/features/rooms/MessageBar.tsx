import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { Ellipsis, Reply, SmilePlus } from 'lucide-react';
import { Popover } from 'radix-ui';
import { use } from 'react';
import { abilitiesOf } from '#features/rooms/abilities.rules.ts';
import { Actions, type Opened } from '#features/rooms/message-actions.ts';
import { ReactionChoice } from '#features/rooms/ReactionChoice.tsx';
import { isRightToLeft } from '#features/rooms/rows.rules.ts';
import { useMessageItems } from '#features/rooms/use-message-items.ts';
import { cx } from '#ui/cx.ts';
import { menuPlace } from '#ui/dropdown-menu/MenuItems.tsx';
import OpenMenu from '#ui/dropdown-menu/OpenMenu.tsx';
import { quickReactions } from '#ui/emoji-picker/quick-reactions.ts';
import { leaveFocusInField } from '#ui/focus/leave-focus-in-field.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { useLayer } from '#ui/layer/layers.ts';

interface MessageBarProps {
  message: Message;
  own: boolean;
  layout: 'bubbles' | 'flat';
  opened: Opened | null;
}

const places = {
  flat: '-top-5 end-3 sm:end-5',
  // Away from where the text begins, which a short one is all of.
  flatRightToLeft: '-top-5 start-16 sm:start-18',
  own: 'end-0 bottom-full -mb-3 @2xl:end-full @2xl:top-1/2 @2xl:bottom-auto @2xl:me-1.5 @2xl:mb-0 @2xl:-translate-y-1/2',
  other:
    'start-0 bottom-full -mb-3 @2xl:start-full @2xl:top-1/2 @2xl:bottom-auto @2xl:ms-1.5 @2xl:mb-0 @2xl:-translate-y-1/2',
};

interface ReactionButtonProps {
  isOpen: boolean;
  onOpen: (what: Opened | null) => void;
  onPick: (emoji: string) => void;
}

function ReactionButton({ isOpen, onOpen, onPick }: ReactionButtonProps) {
  useLayer(isOpen, () => onOpen(null));
  return (
    <Popover.Root open={isOpen} onOpenChange={(next) => onOpen(next ? 'picker' : null)}>
      <Popover.Trigger asChild>
        <IconButton label="Add a reaction" size="sm" round={false} tooltipSide="top">
          <SmilePlus size={18} aria-hidden="true" />
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal container={menuPlace()}>
        <Popover.Content
          side="top"
          align="end"
          sideOffset={8}
          collisionPadding={8}
          aria-label="Reactions"
          onCloseAutoFocus={leaveFocusInField}
          data-popover=""
          className="z-50 animate-rise"
        >
          <ReactionChoice onPick={onPick} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** What a person with a mouse or a keyboard can do to a message. */
export function MessageBar({ message, own, layout, opened }: MessageBarProps) {
  const actions = use(Actions);
  const { respond } = abilitiesOf(message, { own, ...actions });
  const items = useMessageItems(message, own, opened === 'menu');
  const open = (what: Opened | null) => actions.open(message, what);
  const react = (emoji: string) => {
    actions.react(message, emoji);
    open(null);
  };
  if (items.length === 0) return null;
  const flat = isRightToLeft(message.message) ? places.flatRightToLeft : places.flat;
  const place = layout === 'flat' ? flat : places[own ? 'own' : 'other'];
  return (
    <div
      role="toolbar"
      aria-label="Message actions"
      className={cx(
        'absolute z-10 flex animate-appear items-center rounded-control border border-line bg-surface p-0.5 shadow-float',
        place,
      )}
    >
      {respond && layout === 'flat' && (
        <span className="hidden @3xl:contents">
          {quickReactions.map(({ name, emoji }) => (
            <button
              key={name}
              type="button"
              aria-label={`React with ${name.toLowerCase()}`}
              title={name}
              onClick={() => actions.react(message, emoji)}
              className="inline-flex size-9 items-center justify-center rounded-sm text-lg leading-none transition-colors hover:bg-raised"
            >
              {emoji}
            </button>
          ))}
          <span className="mx-0.5 h-5 w-px bg-line" />
        </span>
      )}
      {respond && (
        <>
          <ReactionButton isOpen={opened === 'picker'} onOpen={open} onPick={react} />
          <IconButton label="Reply" size="sm" round={false} tooltipSide="top" onClick={() => actions.reply(message)}>
            <Reply size={18} aria-hidden="true" />
          </IconButton>
        </>
      )}
      <OpenMenu
        items={items}
        open={opened === 'menu'}
        onOpenChange={(isOpen) => open(isOpen ? 'menu' : null)}
        trigger={
          <IconButton
            label={`Menu of ${own ? 'your' : `${message.sender.username}'s`} message`}
            size="sm"
            round={false}
            tooltipSide="top"
          >
            <Ellipsis size={18} aria-hidden="true" />
          </IconButton>
        }
      />
    </div>
  );
}
