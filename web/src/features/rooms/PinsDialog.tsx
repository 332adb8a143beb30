import { useQuery } from '@tanstack/react-query';
import { Pin } from 'lucide-react';
import { MessageExcerpt } from '#features/rooms/MessageExcerpt.tsx';
import { pinsOptions } from '#features/rooms/messages.data.ts';
import type { Room } from '#features/rooms/timeline.ts';
import { timelineOf } from '#features/rooms/timelines.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { EmptyState, InlineErrorState } from '#ui/states/States.tsx';

/** A room's pinned messages; each leads to its place. */
export default function PinsDialog({ room, onClose }: { room: Room; onClose: () => void }) {
  const query = useQuery(pinsOptions(room.id));
  const failure = useLoadFailure(query, 'the pinned messages', { isStored: true });
  const { data: pins } = query;
  return (
    <Dialog open onOpenChange={onClose} title="Pinned messages">
      {failure !== null && <InlineErrorState {...failure}>{failure.text}</InlineErrorState>}
      {failure === null && pins === undefined && (
        <Loading label="Loading pinned messages" className="flex flex-col gap-3">
          <Skeleton className="h-16 rounded-card" />
          <Skeleton className="h-16 rounded-card" />
        </Loading>
      )}
      {pins?.length === 0 && (
        <EmptyState icon={Pin} title="Nothing pinned yet">
          Pin a message from its menu, so that everyone here finds it again.
        </EmptyState>
      )}
      {pins !== undefined && pins.length > 0 && (
        <ul className="flex flex-col gap-2">
          {pins.map((message) => (
            <li key={message._id}>
              <button
                type="button"
                onClick={() => {
                  onClose();
                  timelineOf(room).jump(message._id);
                }}
                className="w-full rounded-card border border-line bg-surface p-3 transition-colors hover:border-line-strong"
              >
                <MessageExcerpt
                  message={message}
                  detail={message.pinned?.by ? `pinned by ${message.pinned.by.username}` : ''}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
