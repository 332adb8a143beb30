import { ArrowDown } from 'lucide-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { FlatMessage } from '#features/messages/FlatMessage.tsx';
import { MessageBubble } from '#features/messages/MessageBubble.tsx';
import { type Row, rowsOf } from '#features/messages/rows.rules.ts';
import { TimelineSkeleton } from '#features/messages/TimelineSkeleton.tsx';
import type { TimelineState, UnreadRange } from '#features/messages/timeline.rules.ts';
import type { Room, Timeline } from '#features/messages/timeline.ts';
import { useTimeline } from '#features/messages/timelines.ts';
import { usePlace } from '#features/messages/use-place.ts';
import { useSeen } from '#features/messages/use-seen.ts';
import { useCurrentUser } from '#platform/session.ts';
import { longDate } from '#platform/time.ts';
import { Button } from '#ui/button/Button.tsx';
import { cx } from '#ui/cx.ts';
import { Spinner } from '#ui/spinner/Spinner.tsx';
import { ErrorState } from '#ui/states/States.tsx';

interface MessageTimelineProps {
  room: Room;
  /** `bubbles` for two people, `flat` for many. */
  layout: 'bubbles' | 'flat';
  /** Its label for screen readers: "Messages with ada". */
  label: string;
  /** Messages that were unread when the chat was opened; a divider precedes them. */
  unreadRange: UnreadRange | null;
  /** Shown instead of messages while there are none. */
  empty: ReactNode;
  /** Shown instead of everything if the chat doesn't exist, or isn't open to this person. */
  gone: ReactNode;
  /** The newest message from others has come into view; called once per message. `live`: it arrived while the person was watching. */
  onSeen: (messageId: string, live: boolean) => void;
}

/** A chat's messages, updated live. Shows a loading, error or missing state instead where needed. */
export function MessageTimeline(props: MessageTimelineProps) {
  const { timeline, state } = useTimeline(props.room);
  if (state.status === 'gone') return <Centered>{props.gone}</Centered>;
  if (state.status === 'failed') {
    return (
      <Centered>
        <ErrorState
          title={state.offline ? 'No connection' : "Couldn't load the messages"}
          offline={state.offline}
          onRetry={timeline.reload}
        >
          {state.error}
        </ErrorState>
      </Centered>
    );
  }
  if (state.status === 'loading') return <TimelineSkeleton bubbles={props.layout === 'bubbles'} />;
  if (state.messages.length === 0 && state.outgoing.length === 0) return <Centered>{props.empty}</Centered>;
  return <MessageRows key={props.room.id} {...props} timeline={timeline} state={state} />;
}

function Centered({ children }: { children: ReactNode }) {
  return <div className="flex min-h-0 flex-1 flex-col items-center justify-center overflow-y-auto">{children}</div>;
}

interface MessageRowsProps extends MessageTimelineProps {
  timeline: Timeline;
  state: TimelineState;
}

function MessageRows({ layout, label, unreadRange, onSeen, timeline, state }: MessageRowsProps) {
  const { user_id: ownId } = useCurrentUser();
  const rows = useMemo(() => rowsOf(state, ownId, state.missed ?? unreadRange), [state, ownId, unreadRange]);
  const { scroller, virtualizer, handleScroll, isAtEnd } = usePlace(rows, state, timeline.loadOlder);
  const { below, announcement } = useSeen({ state, ownId, atEnd: isAtEnd, onSeen });
  const onRetry = useCallback((clientId: string) => timeline.retry(clientId), [timeline]);
  const onDiscard = useCallback((clientId: string) => timeline.discard(clientId), [timeline]);
  const Message = layout === 'bubbles' ? MessageBubble : FlatMessage;

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <OlderNotice older={state.older} onRetry={timeline.loadOlder} />
      <section
        ref={scroller}
        aria-label={label}
        onScroll={({ currentTarget }) => handleScroll(currentTarget)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overflow-x-hidden overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        {/* biome-ignore lint/a11y/useSemanticElements: lines are placed one by one; the roles say what they are */}
        <div role="list" className="relative mt-auto w-full shrink-0" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              // biome-ignore lint/a11y/useSemanticElements: as above
              <div
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                role="listitem"
                className="absolute top-0 left-0 w-full"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {row.kind === 'message' ? (
                  <Message row={row} onRetry={onRetry} onDiscard={onDiscard} />
                ) : (
                  <Divider row={row} />
                )}
              </div>
            );
          })}
        </div>
      </section>
      <JumpButton shown={!isAtEnd} count={below} onClick={() => virtualizer.scrollToEnd()} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

interface OlderNoticeProps {
  older: TimelineState['older'];
  onRetry: () => void;
}

/** Says that older messages are loading, or failed to load. */
function OlderNotice({ older, onRetry }: OlderNoticeProps) {
  if (older === 'loading') {
    return (
      <div className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center">
        <span className="rounded-full border border-line bg-surface p-1.5 shadow-float">
          <Spinner label="Loading older messages" />
        </span>
      </div>
    );
  }
  if (older !== 'failed') return null;
  return (
    <div className="flex flex-wrap items-center justify-center gap-3 border-line border-b px-4 py-2 text-muted text-sm">
      Couldn't load older messages.
      <Button tone="secondary" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

function Divider({ row }: { row: Exclude<Row, { kind: 'message' }> }) {
  if (row.kind === 'new') {
    return (
      <div className="mx-auto flex max-w-[56rem] items-center gap-3 px-5 pt-3 font-semibold text-accent-text text-xs">
        <span className="h-px flex-1 bg-accent" />
        New messages
        <span className="h-px flex-1 bg-accent" />
      </div>
    );
  }
  return (
    <div className="flex justify-center px-4 pt-5 pb-1.5">
      <span className="rounded-full bg-raised px-3 py-1 font-medium text-muted text-xs tabular">
        <time dateTime={row.at}>{longDate(row.at)}</time>
      </span>
    </div>
  );
}

interface JumpButtonProps {
  shown: boolean;
  /** Unread messages from others below the current position. */
  count: number;
  onClick: () => void;
}

function JumpButton({ shown, count, onClick }: JumpButtonProps) {
  if (!shown) return null;
  const words = count === 1 ? '1 new message' : `${count} new messages`;
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 z-10 flex justify-center px-4">
      <button
        type="button"
        onClick={onClick}
        aria-label={count > 0 ? `Show ${words}` : 'Go to the newest message'}
        className={cx(
          'pointer-events-auto inline-flex min-h-11 min-w-11 animate-rise items-center justify-center gap-2 rounded-full px-3 font-semibold text-sm shadow-float',
          count > 0 ? 'bg-accent text-accent-ink hover:bg-accent-hover' : 'border border-line bg-raised text-text',
        )}
      >
        {count > 0 && <span className="tabular">{words}</span>}
        <ArrowDown size={18} aria-hidden="true" />
      </button>
    </div>
  );
}
