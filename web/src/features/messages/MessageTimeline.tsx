import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { MessageBubble } from '#features/messages/MessageBubble.tsx';
import { MessageLine } from '#features/messages/MessageLine.tsx';
import { estimateRow, type Row, rowsOf } from '#features/messages/rows.rules.ts';
import { TimelineSkeleton } from '#features/messages/TimelineSkeleton.tsx';
import type { News, TimelineState } from '#features/messages/timeline.rules.ts';
import type { Room, Timeline } from '#features/messages/timeline.ts';
import { useTimeline } from '#features/messages/timelines.ts';
import { useSeen } from '#features/messages/use-seen.ts';
import { useCurrentUser } from '#platform/session.ts';
import { longDate } from '#platform/time.ts';
import { Button } from '#ui/button/Button.tsx';
import { cx } from '#ui/cx.ts';
import { Spinner } from '#ui/spinner/Spinner.tsx';
import { ErrorState } from '#ui/states/States.tsx';

/** Pixels from the end within which a reader counts as reading the newest. */
const nearEnd = 80;
/** Lines from the first known one at which older ones are asked for. */
const nearStart = 25;
const space = 12;

interface MessageTimelineProps {
  room: Room;
  /** `bubbles` for two people, `lines` for many. */
  layout: 'bubbles' | 'lines';
  /** What it is, for screen readers: "Messages with ada". */
  label: string;
  /** What was new when the room was opened: a divider stands before it. */
  news: News | null;
  /** In the place of messages while there are none. */
  empty: ReactNode;
  /** In the place of everything when the room does not exist, or not for this person. */
  gone: ReactNode;
  /** The newest message of others is in sight of the person; once for each. `live`: it came while they looked. */
  onSeen: (messageId: string, live: boolean) => void;
}

/** Everything that was said in a room, followed live. Gives way to what loads, fails or is missing. */
export function MessageTimeline(props: MessageTimelineProps) {
  const { timeline, state } = useTimeline(props.room);
  if (state.status === 'gone') return <Centre>{props.gone}</Centre>;
  if (state.status === 'failed') {
    return (
      <Centre>
        <ErrorState
          title={state.offline ? 'No connection' : 'The messages could not be loaded'}
          offline={state.offline}
          onRetry={timeline.reload}
        >
          {state.error}
        </ErrorState>
      </Centre>
    );
  }
  if (state.status === 'loading') return <TimelineSkeleton bubbles={props.layout === 'bubbles'} />;
  if (state.messages.length === 0 && state.outgoing.length === 0) return <Centre>{props.empty}</Centre>;
  return <Lines key={props.room.id} {...props} timeline={timeline} state={state} />;
}

function Centre({ children }: { children: ReactNode }) {
  return <div className="flex min-h-0 flex-1 flex-col items-center justify-center overflow-y-auto">{children}</div>;
}

interface LinesProps extends MessageTimelineProps {
  timeline: Timeline;
  state: TimelineState;
}

function Lines({ layout, label, news, onSeen, timeline, state }: LinesProps) {
  const { user_id: ownId } = useCurrentUser();
  const scroller = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  const rows = useMemo(() => rowsOf(state, ownId, state.missed ?? news), [state, ownId, news]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const row = rows[index];
      return row === undefined ? 0 : estimateRow(row, width);
    },
    getItemKey: (index) => rows[index]?.key ?? index,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: nearEnd,
    paddingStart: space,
    paddingEnd: space,
    overscan: 8,
  });

  // The beginning: at the first new message, or at the end.
  const [placed, setPlaced] = useState(false);
  const firstNew = rows.findIndex(({ kind }) => kind === 'new');
  const newKey = rows[firstNew]?.key;
  const place = useEffectEvent(() => {
    if (firstNew > 0) virtualizer.scrollToIndex(firstNew, { align: 'start' });
    else virtualizer.scrollToEnd();
  });
  const [atEnd, setAtEnd] = useState(!(firstNew > 0));
  const pinned = useRef(atEnd);
  // News that have just come are not in sight: the reader is led to the first of them.
  const [ledTo, setLedTo] = useState(newKey);
  if (ledTo !== newKey) setLedTo(newKey);
  const inSight = atEnd && (newKey === undefined || ledTo === newKey);
  if (atEnd && !inSight) setAtEnd(false);
  const drawn = useRef({ rows, newKey });
  const look = (element: HTMLElement) => {
    // The virtualizer may hear of a scroll later than this.
    const end = element.scrollHeight - element.scrollTop - element.clientHeight <= nearEnd;
    // Who scrolls away is not on the way to the end any more; a way that seems unfinished would hold up what keeps their place.
    if (placed && pinned.current && !end) virtualizer.cancelScroll();
    pinned.current = end;
    setAtEnd(end);
  };
  const lookAgain = useEffectEvent(() => scroller.current !== null && look(scroller.current));

  // biome-ignore lint/correctness/useExhaustiveDependencies: where it begins is decided once
  useLayoutEffect(() => {
    place();
    // Drawn there first: before, the first line would seem to be in sight.
    const frame = requestAnimationFrame(() => {
      setPlaced(true);
      if (firstNew > 0) lookAgain();
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  // The room for messages changes with the field below it and with the keyboard of a phone: who was at the end stays there.
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      setWidth(element.clientWidth);
      if (pinned.current) virtualizer.scrollToEnd();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [virtualizer]);

  // What was missed is put in before what waits to be sent: who was at the end stays there, though the last line is the same,
  // unless it is more than they would see; then they are led to the first of it.
  useLayoutEffect(() => {
    const before = drawn.current;
    drawn.current = { rows, newKey };
    if (before.rows === rows || !pinned.current) return;
    if (newKey === undefined || newKey === before.newKey) {
      virtualizer.scrollToEnd();
      return;
    }
    place();
    pinned.current = false;
    // Where everything fits, nothing scrolls, and it is the end.
    const frame = requestAnimationFrame(lookAgain);
    return () => cancelAnimationFrame(frame);
  }, [rows, newKey, virtualizer]);

  // What a person sends themselves is always shown to them.
  const lastOutgoing = state.outgoing.at(-1)?.clientId;
  useLayoutEffect(() => {
    if (lastOutgoing !== undefined) virtualizer.scrollToEnd();
  }, [lastOutgoing, virtualizer]);

  const items = virtualizer.getVirtualItems();
  const firstIndex = items[0]?.index ?? rows.length;
  useEffect(() => {
    if (placed && firstIndex < nearStart && state.older === 'some') timeline.loadOlder();
  }, [placed, firstIndex, state.older, timeline]);

  const { below, announcement } = useSeen({ state, ownId, atEnd: inSight, onSeen });
  const onRetry = useCallback((clientId: string) => timeline.retry(clientId), [timeline]);
  const onDiscard = useCallback((clientId: string) => timeline.discard(clientId), [timeline]);
  const Message = layout === 'bubbles' ? MessageBubble : MessageLine;

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {state.older === 'loading' && (
        <div className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center">
          <span className="rounded-full border border-line bg-surface p-1.5 shadow-float">
            <Spinner label="Loading older messages" />
          </span>
        </div>
      )}
      {state.older === 'failed' && (
        <div className="flex flex-wrap items-center justify-center gap-3 border-line border-b px-4 py-2 text-muted text-sm">
          Older messages could not be loaded.
          <Button tone="secondary" size="sm" onClick={timeline.loadOlder}>
            Try again
          </Button>
        </div>
      )}
      <section
        ref={scroller}
        aria-label={label}
        onScroll={({ currentTarget }) => look(currentTarget)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overflow-x-hidden overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        {/* biome-ignore lint/a11y/useSemanticElements: lines are placed one by one; the roles say what they are */}
        <div role="list" className="relative mt-auto w-full shrink-0" style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
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
      <JumpButton shown={!atEnd} count={below} onClick={() => virtualizer.scrollToEnd()} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
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
  /** Messages of others that came in below what is read. */
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
