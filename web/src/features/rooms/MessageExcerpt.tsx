import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { excerptText } from '#features/rooms/Quote.tsx';
import { avatarUrls } from '#platform/media.ts';
import { useNow } from '#platform/now.ts';
import { exactTime, relativeTime } from '#platform/time.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';

interface MessageExcerptProps {
  message: Message;
  /** Below the name: where it is, or who pinned it. */
  detail: string;
}

/** A message outside its room: who wrote it, when, and how it begins. */
export function MessageExcerpt({ message, detail }: MessageExcerptProps) {
  const now = useNow();
  const { sender, createdAt } = message;
  return (
    <span className="flex min-w-0 gap-3 text-start">
      <Avatar {...avatarUrls(sender.profile_path)} size={40} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <bdi className="max-w-full truncate font-semibold text-base">{sender.name}</bdi>
          <span className="max-w-full text-muted [overflow-wrap:anywhere]">{detail}</span>
          <time dateTime={createdAt} title={exactTime(createdAt)} className="text-muted">
            {relativeTime(createdAt, now)}
          </time>
        </span>
        <span dir="auto" className="line-clamp-4 whitespace-pre-line [overflow-wrap:anywhere]">
          {excerptText(message)}
        </span>
      </span>
    </span>
  );
}
