import { type ComponentType, useCallback, useMemo } from 'react';
import { DrawnRows } from '#features/rooms/DrawnRows.tsx';
import { LateMessageSheet } from '#features/rooms/late-actions.tsx';
import type { MessageProps } from '#features/rooms/MessageBubble.tsx';
import { Actions } from '#features/rooms/message-actions.ts';
import { discard, retry } from '#features/rooms/outgoing.ts';
import {
  JumpButton,
  LoadingPill,
  LoadNotice,
  type ReadBy,
  ReplyHint,
  SeenMark,
  SeenMarks,
} from '#features/rooms/RowExtras.tsx';
import { rowsOf } from '#features/rooms/rows.rules.ts';
import { seenByMembers, seenMessage } from '#features/rooms/seen-marks.rules.ts';
import type { TimelineState, UnreadRange } from '#features/rooms/timeline.rules.ts';
import type { Timeline } from '#features/rooms/timeline.ts';
import { useActiveMessage } from '#features/rooms/use-active-message.ts';
import { useMarked } from '#features/rooms/use-marked.ts';
import { useMessageActions } from '#features/rooms/use-message-actions.ts';
import { usePosition } from '#features/rooms/use-position.ts';
import { useSeen } from '#features/rooms/use-seen.ts';
import { useTouchActions } from '#features/rooms/use-touch-actions.ts';
import { useMediaQuery } from '#platform/media-query.ts';
import { useCurrentUser } from '#platform/session.ts';

export interface MessageRowsProps {
  message: ComponentType<MessageProps>;
  label: string;
  unreadRange: UnreadRange | null;
  readBy?: ReadBy | undefined;
  readers?: readonly ReadBy[] | undefined;
  /** Nobody can write here. */
  closed?: boolean | undefined;
  /** The person may delete what others have written here. */
  moderates?: boolean | undefined;
  pins?: boolean | undefined;
  threads?: boolean | undefined;
  onSeen: (messageId: string, live: boolean) => void;
  timeline: Timeline;
  state: TimelineState;
}

const nobody: readonly ReadBy[] = [];

const keysHelp =
  "Use the up and down arrow keys to move between messages. Press Enter for a message's menu, plus to react, R to reply, E to edit, C to copy, or Delete to delete it.";

const KeysHelp = () => (
  <p id="message-keys" hidden>
    {keysHelp}
  </p>
);

/** What can be done about a message that couldn't be sent. */
const useUnsent = ({ room: { id } }: Timeline) => ({
  onRetry: useCallback((clientId: string) => retry(id, clientId), [id]),
  onDiscard: useCallback((clientId: string) => discard(id, clientId), [id]),
});

/** The rows; the same ones as long as nothing that they show has changed, so that no message is rerendered for anything else. */
function useRows(state: TimelineState, ownId: string, unreadRange: UnreadRange | null) {
  const { messages, older, excerpt, acts, kept, outgoing, missed } = state;
  return useMemo(
    () => rowsOf({ messages, older, excerpt, acts, kept, outgoing }, ownId, missed ?? unreadRange),
    [messages, older, excerpt, acts, kept, outgoing, ownId, missed, unreadRange],
  );
}

/** The messages themselves, as many as are in view. */
export function MessageRows(props: MessageRowsProps) {
  const { message: Message, label, unreadRange, readBy, readers = nobody, onSeen, timeline, state } = props;
  const { user_id: ownId } = useCurrentUser();
  const canPoint = useMediaQuery('(hover: hover)');
  const rows = useRows(state, ownId, unreadRange);
  const { scroller, virtualizer, handleScroll, isAtEnd } = usePosition(rows, state, timeline);
  const { below, announcement } = useSeen({ state, ownId, atEnd: isAtEnd, onSeen });
  const { onRetry, onDiscard } = useUnsent(timeline);
  const { closed = false, moderates = false, pins = false, threads = false } = props;
  const { actions, opened } = useMessageActions(timeline, { closed, moderates, pins, threads });
  const { active, tabbable, handlers } = useActiveMessage({
    rows,
    actions,
    opened: canPoint ? opened : null,
    show: (index) => virtualizer.scrollToIndex(index),
  });
  const touch = useTouchActions(rows, actions);
  const markedId = useMarked(state.jump);
  const seenId = seenMessage(state.messages, ownId, readBy?.readId);
  const seenBy = useMemo(() => seenByMembers(state.messages, readers), [state.messages, readers]);
  const drawn = virtualizer.getVirtualItems();
  const tabKey = tabbable(drawn.flatMap(({ index }) => rows[index] ?? []));
  const inSheet = canPoint ? undefined : rows.find((row) => row.kind === 'message' && row.stored?._id === opened?.id);

  return (
    <Actions value={actions}>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <LoadNotice what="older" state={(state.excerpt ?? state).older} onRetry={timeline.loadOlder} />
        {state.jump?.status === 'loading' && <LoadingPill label="Loading the message" />}
        <section
          ref={scroller}
          aria-label={label}
          aria-describedby="message-keys"
          onScroll={({ currentTarget }) => handleScroll(currentTarget)}
          {...handlers}
          {...touch.handlers}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="@container flex min-h-0 flex-1 flex-col overflow-y-auto overflow-x-hidden overscroll-contain [overflow-anchor:none] [touch-action:pan-y_pinch-zoom] [-webkit-touch-callout:none] [@media(hover:none)]:select-none focus-visible:-outline-offset-2"
        >
          <DrawnRows
            rows={rows}
            virtualizer={virtualizer}
            tabKey={tabKey}
            markedId={markedId}
            draw={(row) => (
              <>
                <Message row={row} active={active(row)} onRetry={onRetry} onDiscard={onDiscard} />
                {row.stored && seenBy.has(row.stored._id) && (
                  <SeenMarks readers={seenBy.get(row.stored._id) ?? nobody} />
                )}
                {readBy && seenId !== undefined && row.stored?._id === seenId && <SeenMark {...readBy} />}
              </>
            )}
          />
        </section>
        <ReplyHint hint={touch.hint} />
        <KeysHelp />
        <LoadNotice what="newer" state={state.excerpt?.newer} onRetry={timeline.loadNewer} />
        <JumpButton
          shown={!isAtEnd}
          count={below}
          onClick={() => (state.excerpt === null ? virtualizer.scrollToEnd() : timeline.showNewest())}
        />
        <p role="status" className="sr-only">
          {announcement}
        </p>
        {inSheet?.kind === 'message' && inSheet.stored && (
          <LateMessageSheet
            message={inSheet.stored}
            own={inSheet.own}
            onClose={() => inSheet.stored && actions.open(inSheet.stored, null)}
          />
        )}
      </div>
    </Actions>
  );
}
