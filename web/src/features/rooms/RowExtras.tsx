import type { SystemLine } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { ArrowDown, Phone, PhoneMissed, Reply } from 'lucide-react';
import type { RefObject } from 'react';
import type { Row } from '#features/rooms/rows.rules.ts';
import { systemText } from '#features/rooms/system.rules.ts';
import type { TimelineState } from '#features/rooms/timeline.rules.ts';
import { avatarUrls } from '#platform/media.ts';
import { useCurrentUser } from '#platform/session.ts';
import { exactTime, longDate } from '#platform/time.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Button } from '#ui/button/Button.tsx';
import { cx } from '#ui/cx.ts';
import { Spinner } from '#ui/spinner/Spinner.tsx';

export interface ReadBy {
  readId: string | null;
  username: string;
  /** A path below the media base. */
  picture: string;
}

/** The picture of the person who has read everything up to here. */
export function SeenMark({ username, picture }: ReadBy) {
  return (
    <p className="mx-auto flex w-full max-w-[56rem] justify-end px-4 pt-0.5 sm:px-5" title={`Read by ${username}`}>
      <span className="sr-only">Read by {username}</span>
      <Avatar {...avatarUrls(picture)} size={16} />
    </p>
  );
}

/** Pictures shown of those who have read up to the same message; more are counted. */
const mostPictures = 6;

/** The pictures of those members of a group who have read everything up to here. */
export function SeenMarks({ readers }: { readers: readonly ReadBy[] }) {
  const names = readers.map(({ username }) => username).join(', ');
  const more = readers.length - mostPictures;
  return (
    <p
      className="mx-auto flex w-full max-w-[56rem] items-center justify-end gap-0.5 px-4 pt-0.5 sm:px-5"
      title={`Read by ${names}`}
    >
      <span className="sr-only">Read by {names}</span>
      {readers.slice(0, mostPictures).map(({ username, picture }) => (
        <Avatar key={username} {...avatarUrls(picture)} size={16} />
      ))}
      {more > 0 && (
        <span aria-hidden="true" className="text-muted text-xs tabular">
          +{more}
        </span>
      )}
    </p>
  );
}

interface LoadNoticeProps {
  what: 'older' | 'newer';
  state: TimelineState['older'] | undefined;
  onRetry: () => void;
}

/** Says that older or newer messages are loading, or failed to load. */
export function LoadNotice({ what, state, onRetry }: LoadNoticeProps) {
  if (state === 'loading') return <LoadingPill label={`Loading ${what} messages`} atEnd={what === 'newer'} />;
  if (state !== 'failed') return null;
  return (
    <div className="flex flex-wrap items-center justify-center gap-3 border-line border-b px-4 py-2 text-muted text-sm">
      Couldn't load {what} messages.
      <Button tone="secondary" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** Floats above messages while others are loading. */
export function LoadingPill({ label, atEnd = false }: { label: string; atEnd?: boolean }) {
  return (
    <div
      className={cx('pointer-events-none absolute inset-x-0 z-10 flex justify-center', atEnd ? 'bottom-18' : 'top-2')}
    >
      <span className="rounded-full border border-line bg-surface p-1.5 shadow-float">
        <Spinner label={label} />
      </span>
    </div>
  );
}

export function Divider({ row }: { row: Exclude<Row, { kind: 'message' }> }) {
  if (row.kind === 'new') {
    return (
      <div className="mx-auto flex max-w-[56rem] items-center gap-3 px-5 pt-3 font-semibold text-accent-text text-xs">
        <span className="h-px flex-1 bg-accent" />
        New messages
        <span className="h-px flex-1 bg-accent" />
      </div>
    );
  }
  if (row.kind === 'system') return <SystemNote line={row.line} />;
  return (
    <div className="flex justify-center px-4 pt-5 pb-1.5">
      <span className="rounded-full bg-raised px-3 py-1 font-medium text-muted text-xs tabular">
        <time dateTime={row.at} title={exactTime(row.at)}>
          {longDate(row.at)}
        </time>
      </span>
    </div>
  );
}

function SystemNote({ line }: { line: SystemLine }) {
  const { user_id: ownId } = useCurrentUser();
  if (line.kind === 'call') {
    const Icon = line.missed ? PhoneMissed : Phone;
    return (
      <p className="mx-auto flex max-w-[56rem] justify-center px-6 py-2 text-sm">
        <span className="inline-flex min-w-0 items-center gap-2 rounded-full border border-line bg-surface px-4 py-2">
          <Icon
            size={16}
            aria-hidden="true"
            className={cx('shrink-0', line.missed ? 'text-danger-text' : 'text-ok-text')}
          />
          <span dir="auto" className="min-w-0 break-words">
            {systemText(line, ownId)}
          </span>
        </span>
      </p>
    );
  }
  return (
    <p dir="auto" className="mx-auto max-w-[56rem] break-words px-6 py-2 text-center text-muted text-sm">
      {systemText(line, ownId)}
    </p>
  );
}

interface JumpButtonProps {
  shown: boolean;
  /** Unread messages from others below the current position. */
  count: number;
  onClick: () => void;
}

export function JumpButton({ shown, count, onClick }: JumpButtonProps) {
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

/** Appears at the edge while a message is swiped, and shows when letting go will reply. */
export function ReplyHint({ hint }: { hint: RefObject<HTMLSpanElement | null> }) {
  return (
    <span
      ref={hint}
      aria-hidden="true"
      className="pointer-events-none absolute left-4 flex size-10 -translate-y-1/2 items-center justify-center rounded-full bg-raised text-muted opacity-0 data-[ready=true]:bg-accent data-[ready=true]:text-accent-ink"
    >
      <Reply size={20} />
    </span>
  );
}
