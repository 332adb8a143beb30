import { DragDropProvider } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { channelsOptions, useMoveChannel } from '#features/channels/channels.data.ts';
import { cx } from '#ui/cx.ts';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

interface RowProps {
  channel: Channel;
  index: number;
  last: boolean;
  onMove: (place: number) => void;
}

function Row({ channel, index, last, onMove }: RowProps) {
  const { ref, handleRef, isDragging } = useSortable({ id: channel.channel_id, index });
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

/** The order of a community's channels: changed by dragging, or with the buttons; saved right away. */
export default function OrderDialog({ handle, onClose }: { handle: string; onClose: () => void }) {
  const { data: channels = [] } = useQuery(channelsOptions(handle));
  const { mutate } = useMoveChannel(handle);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Order of the channels"
      description="Drag a channel to its place, or use the arrows. Changes are saved right away."
    >
      <DragDropProvider
        onDragEnd={({ operation: { source }, canceled }) => {
          if (canceled || !isSortable(source) || source.index === source.initialIndex) return;
          mutate({ channelId: String(source.id), position: source.index });
        }}
      >
        <ol aria-label="Channels in their order" className="flex flex-col gap-1">
          {channels.map((channel, index) => (
            <Row
              key={channel.channel_id}
              channel={channel}
              index={index}
              last={index === channels.length - 1}
              onMove={(position) => mutate({ channelId: channel.channel_id, position })}
            />
          ))}
        </ol>
      </DragDropProvider>
    </Dialog>
  );
}
