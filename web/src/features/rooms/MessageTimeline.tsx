import { type ComponentType, type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { MessageProps } from '#features/rooms/MessageBubble.tsx';
import { MessageRows } from '#features/rooms/MessageRows.tsx';
import type { ReadBy } from '#features/rooms/RowExtras.tsx';
import { TimelineSkeleton } from '#features/rooms/TimelineSkeleton.tsx';
import type { TimelineState, UnreadRange } from '#features/rooms/timeline.rules.ts';
import type { Room } from '#features/rooms/timeline.ts';
import { useTimeline } from '#features/rooms/timelines.ts';
import { offlineWords } from '#platform/load-failure.ts';
import { useOnline } from '#platform/online.ts';
import { ErrorState } from '#ui/states/States.tsx';

interface MessageTimelineProps {
  room: Room;
  /** Draws a message: a `MessageBubble` between two people, a `GroupBubble` among a few, a `FlatMessage` among many. */
  message: ComponentType<MessageProps>;
  /** Messages aren't in bubbles. */
  flat?: boolean;
  /** Its label for screen readers: "Messages with ada". */
  label: string;
  /** Messages that were unread when the chat was opened; a divider precedes them. */
  unreadRange: UnreadRange | null;
  /** Shown instead of messages while there are none. */
  empty: ReactNode;
  /** Shown instead of everything if the chat doesn't exist, or isn't open to this person. */
  gone: ReactNode;
  /** Up to where the other person has read, and who they are; undefined: the two don't share that, or there's more than one. */
  readBy?: ReadBy | undefined;
  /** The other members of a group, and up to where each has read. */
  readers?: readonly ReadBy[] | undefined;
  /** Who the other people are isn't known yet, so nothing they sent is shown. */
  waits?: boolean | undefined;
  /** Nobody can write here: messages can be read and copied. */
  closed?: boolean | undefined;
  /** The person may delete what others have written here. */
  moderates?: boolean | undefined;
  /** The person may pin messages here. */
  pins?: boolean | undefined;
  /** Messages here can have threads. */
  threads?: boolean | undefined;
  /** The page's link is about a message of another room that's open beside this one. */
  aside?: boolean | undefined;
  /** The newest message from others has come into view; called once per message. `live`: it arrived while the person was watching. */
  onSeen: (messageId: string, live: boolean) => void;
}

/** A link to a message opens its room there, once it has loaded. */
function useLinkedMessage(isReady: boolean, jump: (id: string) => void): void {
  const linked = useSearchParams()[0].get('message');
  useEffect(() => {
    if (isReady && linked !== null) jump(linked);
  }, [isReady, linked, jump]);
}

/** A chat's messages, updated live. Shows a loading, error or missing state instead where needed. */
export function MessageTimeline(props: MessageTimelineProps) {
  const { timeline, state } = useTimeline(props.room);
  useLinkedMessage(!props.aside && state.status === 'ready' && state.messages.length > 0, timeline.jump);
  if (state.status === 'gone') return <Centered>{props.gone}</Centered>;
  if (state.status === 'failed') return <Failed state={state} onRetry={timeline.reload} />;
  if (state.status === 'loading' || props.waits) return <TimelineSkeleton bubbles={!props.flat} />;
  if (state.messages.length === 0 && state.outgoing.length === 0) return <Centered>{props.empty}</Centered>;
  return <MessageRows key={`${props.room.id} ${state.part}`} {...props} timeline={timeline} state={state} />;
}

function Failed({ state: { offline, error }, onRetry }: { state: TimelineState; onRetry: () => void }) {
  const online = useOnline();
  const { title, text } = offlineWords('the messages', { isStored: true });
  return (
    <Centered>
      <ErrorState title={offline ? title : "Couldn't load the messages"} offline={offline} onRetry={onRetry}>
        {offline && !online ? text : error}
      </ErrorState>
    </Centered>
  );
}

function Centered({ children }: { children: ReactNode }) {
  return <div className="flex min-h-0 flex-1 flex-col items-center justify-center overflow-y-auto">{children}</div>;
}
