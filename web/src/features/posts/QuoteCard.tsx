import type { Post, QuotedPost } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { withoutSigns } from '@hubbub/contract/platform/formatting.ts';
import { ChartBarBig, EyeOff, Film, Image, Music } from 'lucide-react';
import { Link } from 'react-router';
import { ImportedMark } from '#features/posts/ImportedMark.tsx';
import { holdReason, mediaKind, seesHeldBack } from '#features/posts/posts.rules.ts';
import { smallestPath } from '#features/posts/renderings.ts';
import { useChangedRelations } from '#features/relations/public.ts';
import { avatarUrls, mediaUrl } from '#platform/media.ts';
import { useNow } from '#platform/now.ts';
import { pathTo } from '#platform/paths.ts';
import { useStoredUser } from '#platform/session.ts';
import { exactTime, relativeTime } from '#platform/time.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { useSavesData } from '#ui/data-saver/data-saver.ts';

const icons = { image: Image, video: Film, audio: Music, other: Film };

/** The first of a quoted post's files, small. */
function Thumbnail({ post: { files, user } }: { post: QuotedPost }) {
  const viewer = useStoredUser();
  const savesData = useSavesData();
  const [file] = files;
  if (file === undefined) return null;
  const kind = mediaKind(file);
  const isHeld = holdReason(file, seesHeldBack(viewer, user.username)) !== null;
  const source = kind === 'image' ? smallestPath(file.variants, file.path) : file.poster;
  const Icon = isHeld ? EyeOff : icons[kind];
  return (
    <span className="flex size-20 shrink-0 items-center justify-center overflow-hidden rounded-sm bg-raised text-muted">
      {source === null || isHeld || savesData ? (
        <Icon size={22} aria-hidden="true" />
      ) : (
        <img src={mediaUrl(source)} alt={file.alt ?? ''} loading="lazy" className="size-full object-cover" />
      )}
    </span>
  );
}

/** A post inside the one that quotes it; all of it leads there. */
export default function QuoteCard({ quote }: { quote: NonNullable<Post['quote']> }) {
  const now = useNow();
  const changed = useChangedRelations();
  if ('deleted' in quote || changed('block', quote.user.username)) {
    return (
      <p className="rounded-control border border-line px-3 py-3 text-muted text-sm">This post isn't available.</p>
    );
  }
  const { post_id, user, content, created_at, poll } = quote;
  return (
    <Link
      to={pathTo('post', { post_id })}
      className="flex flex-col gap-2 rounded-control border border-line p-3 transition-colors hover:bg-raised"
    >
      <span className="sr-only">Quoted post by </span>
      <span className="flex min-w-0 items-center gap-2 text-sm">
        <Avatar {...avatarUrls(user.profile_path)} size={24} />
        <bdi className="truncate font-semibold">{user.name ?? user.username}</bdi>
        <span className="truncate text-muted">@{user.username}</span>
        <span aria-hidden="true" className="text-muted">
          ·
        </span>
        <time dateTime={created_at} title={exactTime(created_at)} className="shrink-0 text-muted tabular">
          {relativeTime(created_at, now)}
        </time>
      </span>
      {quote.imported !== undefined && <ImportedMark imported={quote.imported} />}
      <span className="flex min-w-0 gap-3">
        <span dir="auto" className="line-clamp-6 min-w-0 flex-1 whitespace-pre-line [overflow-wrap:anywhere]">
          {withoutSigns(content)}
        </span>
        <Thumbnail post={quote} />
      </span>
      {poll && (
        <span className="flex items-center gap-1.5 text-muted text-sm">
          <ChartBarBig size={16} aria-hidden="true" />
          Poll
        </span>
      )}
    </Link>
  );
}
