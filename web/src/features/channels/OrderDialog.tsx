import {
  Accessibility,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
  KeyboardSensor,
  PointerSensor,
} from '@dnd-kit/dom';
import { DragDropProvider } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { Fragment } from 'react';
import {
  type ChannelGroup,
  categoriesOf,
  groupsOf,
  type Move,
  moveCategory,
  moveInGroup,
} from '#features/channels/categories.rules.ts';
import { channelsOptions, useMoveChannel } from '#features/channels/channels.data.ts';
import { cx } from '#ui/cx.ts';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

/** A handle can't be scrolled, so it's dragged right away. By default, a finger would have to rest on it first. */
const sensors = [PointerSensor.configure({ activationConstraints: () => undefined }), KeyboardSensor];

const named = ({ data }: { data: Record<string, unknown> }) => `# ${String(data.name)}`;

/** What screen readers say about a drag; the library's own texts have ids in them. */
const spoken = Accessibility.configure({
  announcements: {
    dragstart: ({ operation: { source } }: DragStartEvent) => (source ? `Picked up ${named(source)}.` : undefined),
    dragover: ({ operation: { source, target } }: DragOverEvent) =>
      source && target && source.id !== target.id ? `${named(source)} is over ${named(target)}.` : undefined,
    dragend: ({ operation: { source }, canceled }: DragEndEvent) => {
      if (!isSortable(source)) return undefined;
      return canceled
        ? `${named(source)} is back in its place.`
        : `Dropped ${named(source)} at place ${source.index + 1}.`;
    },
  },
});

interface RowProps {
  channel: Channel;
  index: number;
  last: boolean;
  onMove: (place: number) => void;
}

function Row({ channel, index, last, onMove }: RowProps) {
  const { ref, handleRef, isDragging } = useSortable({
    id: channel.channel_id,
    index,
    data: { name: channel.name },
  });
  return (
    <li
      ref={ref}
      className={cx(
        'flex min-h-12 items-center gap-1 rounded-control bg-surface pr-1',
        isDragging && 'relative z-10 bg-raised ring-1 ring-line-strong',
      )}
    >
      <button
        ref={handleRef}
        type="button"
        aria-label={`Drag # ${channel.name}`}
        className="inline-flex size-11 shrink-0 cursor-grab touch-none items-center justify-center rounded-control text-muted hover:text-text"
      >
        <GripVertical size={18} aria-hidden="true" />
      </button>
      <span dir="auto" className="min-w-0 flex-1 truncate">
        # {channel.name}
      </span>
      <IconButton label={`Move # ${channel.name} up`} disabled={index === 0} onClick={() => onMove(index - 1)}>
        <ArrowUp size={18} aria-hidden="true" />
      </IconButton>
      <IconButton label={`Move # ${channel.name} down`} disabled={last} onClick={() => onMove(index + 1)}>
        <ArrowDown size={18} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

interface GroupProps {
  group: ChannelGroup;
  /** Moves a channel to a place in the group. */
  onMove: (channelId: string, place: number) => void;
}

/** The channels of a category; they're dragged within it. */
function Group({ group: { category, channels }, onMove }: GroupProps) {
  return (
    <DragDropProvider
      sensors={sensors}
      plugins={(defaults) => [...defaults.filter((plugin) => plugin !== Accessibility), spoken]}
      onDragEnd={({ operation: { source }, canceled }) => {
        if (canceled || !isSortable(source) || source.index === source.initialIndex) return;
        onMove(String(source.id), source.index);
      }}
    >
      <ol
        aria-label={category === null ? 'Channels in their order' : `Channels in ${category}`}
        className="flex flex-col gap-1"
      >
        {channels.map((channel, index) => (
          <Row
            key={channel.channel_id}
            channel={channel}
            index={index}
            last={index === channels.length - 1}
            onMove={(place) => onMove(channel.channel_id, place)}
          />
        ))}
      </ol>
    </DragDropProvider>
  );
}

interface CategoryProps {
  name: string;
  first: boolean;
  last: boolean;
  onMove: (by: -1 | 1) => void;
}

function Category({ name, first, last, onMove }: CategoryProps) {
  return (
    <div className="mt-3 flex items-center gap-1 pr-1 pl-3">
      <h3 dir="auto" className="min-w-0 flex-1 truncate font-sans font-semibold text-muted text-sm">
        {name}
      </h3>
      <IconButton label={`Move ${name} up`} disabled={first} onClick={() => onMove(-1)}>
        <ArrowUp size={18} aria-hidden="true" />
      </IconButton>
      <IconButton label={`Move ${name} down`} disabled={last} onClick={() => onMove(1)}>
        <ArrowDown size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** The order of a community's channels and their categories: changed by dragging, or with the buttons; saved right away. */
export default function OrderDialog({ handle, onClose }: { handle: string; onClose: () => void }) {
  const { data: channels = [] } = useQuery(channelsOptions(handle));
  const { mutate } = useMoveChannel(handle);
  const run = (moves: readonly Move[]) => {
    for (const move of moves) mutate(move);
  };
  const groups = groupsOf(channels);
  const categories = categoriesOf(channels);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Order of the channels"
      description="Drag a channel to its place, or use the arrows. Changes are saved right away."
    >
      {groups.map((group) => {
        const { category } = group;
        return (
          <Fragment key={category}>
            {category !== null && (
              <Category
                name={category}
                first={category === categories[0]}
                last={category === categories.at(-1)}
                onMove={(by) => run(moveCategory(channels, category, by))}
              />
            )}
            <Group
              group={group}
              onMove={(channelId, place) => run(moveInGroup(channels, group, { channelId, place }))}
            />
          </Fragment>
        );
      })}
    </Dialog>
  );
}
