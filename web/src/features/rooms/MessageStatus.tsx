import { Check, Clock3, RotateCcw, Trash2 } from 'lucide-react';
import type { MessageRow } from '#features/rooms/rows.rules.ts';
import type { Outgoing } from '#features/rooms/timeline.rules.ts';
import { exactTime, timeOfDay } from '#platform/time.ts';
import { cx } from '#ui/cx.ts';

/** A message's time on a 12-hour clock and, for the person's own, its delivery status. */
export function MessageTime({ row }: { row: MessageRow }) {
  const { outgoing, own, at } = row;
  return (
    <span className="inline-flex shrink-0 select-none items-center gap-1 text-muted text-xs tabular">
      {outgoing?.status === 'waiting' && <span className="mr-1">Waiting to reconnect</span>}
      {outgoing?.status === 'sending' && outgoing.percent !== null && <span>{Math.round(outgoing.percent)} %</span>}
      <time dateTime={at} title={exactTime(at)}>
        {timeOfDay(at)}
      </time>
      {own && outgoing === null && (
        <>
          <Check size={14} aria-hidden="true" />
          <span className="sr-only">Sent</span>
        </>
      )}
      {outgoing !== null && outgoing.status !== 'failed' && (
        <>
          <Clock3 size={13} aria-hidden="true" />
          <span className="sr-only">{outgoing.status === 'sending' ? 'Sending' : ''}</span>
        </>
      )}
    </span>
  );
}

interface FailedMessageProps {
  outgoing: Outgoing;
  /** Right-aligned, below the person's own bubble. */
  atEnd?: boolean;
  onRetry: (clientId: string) => void;
  onDiscard: (clientId: string) => void;
}

const actionClasses =
  'inline-flex min-h-9 items-center gap-1.5 rounded-sm px-1.5 font-semibold text-sm underline-offset-4 hover:underline pointer-coarse:min-h-11';

/** Below a message the server refused: why, and what to do. Its text stays. */
export function FailedMessage({ outgoing, atEnd = false, onRetry, onDiscard }: FailedMessageProps) {
  return (
    <div className={cx('flex flex-wrap items-center gap-x-2 text-sm', atEnd && 'justify-end')}>
      <p className="text-danger-text">Not sent. {outgoing.error}</p>
      <button
        type="button"
        onClick={() => onRetry(outgoing.clientId)}
        className={cx(actionClasses, 'text-accent-text')}
      >
        <RotateCcw size={15} aria-hidden="true" />
        Retry
      </button>
      <button type="button" onClick={() => onDiscard(outgoing.clientId)} className={cx(actionClasses, 'text-muted')}>
        <Trash2 size={15} aria-hidden="true" />
        Discard
      </button>
    </div>
  );
}
