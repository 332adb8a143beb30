import type { Report } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { Link } from 'react-router';
import { Attachments } from '#features/moderation/Attachments.tsx';
import { nounOf } from '#features/moderation/moderation.rules.ts';
import { avatarUrls } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';

/** A message around the reported one. */
function Around({ message }: { message: Message }) {
  return (
    <p className="line-clamp-3 break-words text-muted text-sm">
      <span className="font-medium">{message.sender.username}:</span>{' '}
      {message.deleted ? 'Message removed' : message.message || 'Picture'}
    </p>
  );
}

/** The page of what was reported, to see it in context. */
function placeOf({ kind, id, subject }: Report): string | null {
  if (subject.gone) return null;
  if (kind === 'user') return pathTo('profile', { username: id });
  if (kind === 'community') return pathTo('communities', {}, { community: id });
  return subject.post_id === null ? null : pathTo('post', { post_id: subject.post_id });
}

/** What was reported: the thing itself, with the messages around it. */
export function ReportSubject({ report }: { report: Report }) {
  const { kind, id, subject } = report;
  const { author, content, files, context, gone } = subject;
  const place = placeOf(report);
  const before = context.filter((message) => message._id < id);
  const after = context.filter((message) => message._id > id);
  return (
    <div className="flex flex-col gap-2">
      {author !== null && (
        <Link
          to={pathTo('profile', { username: author.username })}
          className="flex w-fit min-w-0 items-center gap-2 rounded-sm font-semibold hover:underline"
        >
          <Avatar {...avatarUrls(author.profile_path)} size={32} />
          <span className="truncate">
            {kind === 'community' && 'Run by '}@{author.username}
          </span>
        </Link>
      )}
      {before.map((message) => (
        <Around key={message._id} message={message} />
      ))}
      <div className="rounded-control border-accent border-l-4 bg-raised px-3 py-2">
        {gone ? (
          <p className="text-muted italic">This {nounOf(kind)} was deleted.</p>
        ) : (
          <p className="whitespace-pre-line break-words">
            {content || <span className="text-muted italic">No text</span>}
          </p>
        )}
        <Attachments files={files} />
      </div>
      {after.map((message) => (
        <Around key={message._id} message={message} />
      ))}
      {place !== null && (
        <Link
          to={place}
          className="inline-flex min-h-8 w-fit items-center font-medium text-accent-text text-sm hover:underline pointer-coarse:min-h-11"
        >
          Open the {nounOf(kind)}
        </Link>
      )}
    </div>
  );
}
