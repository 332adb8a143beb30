import type { Notification } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { withoutSigns } from '@hubbub/contract/platform/formatting.ts';
import { Bell } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { piecesOf, type Row } from '#features/notifications/notifications.rules.ts';
import { types } from '#features/notifications/types.ts';
import { unreadAttribute } from '#features/notifications/use-seen.ts';
import { avatarUrls } from '#platform/media.ts';
import { useNow } from '#platform/now.ts';
import { pathTo } from '#platform/paths.ts';
import { exactTime, relativeTime } from '#platform/time.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { cx } from '#ui/cx.ts';

function Sentence({ notification }: { notification: Notification }) {
  let place = 0;
  return piecesOf(notification).map(({ text, isName }) => {
    place += text.length;
    return isName ? (
      <bdi key={place} className="font-semibold">
        {text}
      </bdi>
    ) : (
      text
    );
  });
}

interface FrameProps {
  url: string;
  className: string;
  children: ReactNode;
}

function Frame({ url, className, children }: FrameProps) {
  // Some only inform: there's no page to open.
  if (url === pathTo('notifications')) return <div className={className}>{children}</div>;
  return (
    <Link to={url} className={cx(className, 'hover:bg-raised focus-visible:-outline-offset-2')}>
      {children}
    </Link>
  );
}

/** A notification, as a row that leads to what it's about. */
export function NotificationItem({ row, isNew }: { row: Row; isNew: boolean }) {
  const { unreadIds, type, actors, excerpt, created_at: at, url } = row;
  const now = useNow();
  // The server may be newer than this page.
  const Icon = types[type]?.Icon ?? Bell;
  return (
    <li
      {...(unreadIds.length > 0 && { [unreadAttribute]: unreadIds.join(' ') })}
      className="[contain-intrinsic-block-size:auto_5.5rem] [content-visibility:auto]"
    >
      <Frame url={url} className={cx('flex min-h-16 gap-3 px-4 py-3 transition-colors', isNew && 'bg-accent-soft/60')}>
        <span aria-hidden="true" className="flex w-7 shrink-0 justify-center pt-1.5">
          <Icon
            size={24}
            className={cx(
              isNew || type === 'vote' ? 'text-accent-text' : 'text-muted',
              type === 'vote' && 'fill-current',
            )}
          />
        </span>
        <span className="flex min-h-9 min-w-0 flex-1 flex-col justify-center gap-1.5">
          {actors.length > 0 && (
            <span className="flex gap-1.5">
              {actors.map(({ username, profile_path }) => (
                <Avatar key={username} {...avatarUrls(profile_path)} size={36} />
              ))}
            </span>
          )}
          <span className="text-pretty leading-snug [overflow-wrap:anywhere]">
            {isNew && <span className="sr-only">New: </span>}
            <Sentence notification={row} />{' '}
            <time dateTime={at} title={exactTime(at)} className="whitespace-nowrap text-muted text-sm tabular">
              <span aria-hidden="true">· </span>
              {relativeTime(at, now)}
            </time>
          </span>
          {excerpt !== '' && (
            <span dir="auto" className="line-clamp-2 text-left text-muted text-sm [overflow-wrap:anywhere]">
              {withoutSigns(excerpt)}
            </span>
          )}
        </span>
      </Frame>
    </li>
  );
}
