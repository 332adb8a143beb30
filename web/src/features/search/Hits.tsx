import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import type { Found, FoundKind } from '@hubbub/contract/features/search/search.endpoints.ts';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { commentPath } from '#features/comments/public.ts';
import type { NameOf } from '#features/communities/public.ts';
import { excerptText, messageLabel, messagePath } from '#features/rooms/public.ts';
import { MatchedText } from '#features/search/MatchedText.tsx';
import { avatarUrls } from '#platform/media.ts';
import { useNow } from '#platform/now.ts';
import { pathTo } from '#platform/paths.ts';
import { exactTime, relativeTime } from '#platform/time.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';

interface HitProps {
  to: string;
  picture: string;
  title: string;
  /** Where it is, or the name it's known by. */
  detail: string;
  /** ISO 8601. */
  at?: string | undefined;
  children?: ReactNode;
}

/** One hit; all of it leads to its place. */
function Hit({ to, picture, title, detail, at, children }: HitProps) {
  const now = useNow();
  return (
    <li>
      <Link
        to={to}
        className="flex gap-3 rounded-card border border-line bg-surface p-4 transition-colors hover:border-line-strong"
      >
        <Avatar {...avatarUrls(picture)} size={40} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
            <span className="max-w-full truncate font-semibold text-base">{title}</span>
            <span className="max-w-full text-muted [overflow-wrap:anywhere]">{detail}</span>
            {at !== undefined && (
              <time dateTime={at} title={exactTime(at)} className="text-muted">
                {relativeTime(at, now)}
              </time>
            )}
          </p>
          {children}
        </div>
      </Link>
    </li>
  );
}

/** A message just before or after a hit, in one line. */
function Neighbor({ message }: { message: Message | null | undefined }) {
  if (!message) return null;
  return (
    <p dir="auto" className="truncate text-muted text-sm">
      <bdi className="font-medium">{message.sender.name}</bdi> {excerptText(message)}
    </p>
  );
}

const of: { [Kind in FoundKind]: (found: Found, nameOf: NameOf) => ReactNode[] } = {
  people: ({ people = [] }) =>
    people.map(({ username, name, profile_path }) => (
      <Hit
        key={username}
        to={pathTo('profile', { username })}
        picture={profile_path}
        title={name ?? username}
        detail={`@${username}`}
      />
    )),
  communities: ({ communities = [] }) =>
    communities.map(({ community_handle: handle, name, profile_path, member_count }) => (
      <Hit
        key={handle}
        to={pathTo('communities', {}, { community: handle })}
        picture={profile_path}
        title={name}
        detail={`${handle} · ${member_count === 1 ? '1 member' : `${member_count.toLocaleString()} members`}`}
      />
    )),
  posts: ({ posts = [] }) =>
    posts.map(({ post_id, user, community, created_at, content, matches }) => (
      <Hit
        key={post_id}
        to={pathTo('post', { post_id })}
        picture={user.profile_path}
        title={user.name ?? user.username}
        detail={community === null ? `@${user.username}` : `in ${community.name}`}
        at={created_at}
      >
        <MatchedText text={content} matches={matches} />
      </Hit>
    )),
  comments: ({ comments = [] }) =>
    comments.map(({ comment_id, post_id, user, created_at, content, matches }) => (
      <Hit
        key={comment_id}
        to={commentPath({ post_id, comment_id })}
        picture={user.profile_path}
        title={user.name ?? user.username}
        detail={`@${user.username}`}
        at={created_at}
      >
        <MatchedText text={content} matches={matches} />
      </Hit>
    )),
  messages: ({ messages = [] }, nameOf) =>
    messages.map((message) => (
      <Hit
        key={message._id}
        to={messagePath(message._id, message.room)}
        detail={messageLabel(message, nameOf)}
        picture={message.sender.profile_path ?? defaultProfilePath}
        title={message.sender.name}
        at={message.createdAt}
      >
        <Neighbor message={message.context?.before} />
        <MatchedText text={message.message} matches={message.matches} />
        <Neighbor message={message.context?.after} />
      </Hit>
    )),
};

/** The hits of one kind, as list items. */
export const hitsOf = (kind: FoundKind, pages: readonly Found[], nameOf: NameOf): ReactNode[] =>
  pages.flatMap((found) => of[kind](found, nameOf));
