import { Megaphone, X } from 'lucide-react';
import { Link } from 'react-router';
import { type FeedAnnouncement, useDeletedPosts, useDismissAnnouncement, usePost } from '#features/posts/posts.data.ts';
import { pathTo } from '#platform/paths.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

/** What the site's team announces: the beginning of its post, until it's over or dismissed. */
export function Announcement({ announcement }: { announcement: FeedAnnouncement }) {
  const post = usePost(announcement.post);
  const isDeleted = useDeletedPosts().has(post.post_id);
  const dismiss = useDismissAnnouncement();
  if (isDeleted) return null;
  return (
    <section aria-labelledby="announcement" className="mb-5 rounded-card border-2 border-accent p-3 pl-4">
      <div className="flex items-start gap-3">
        <Megaphone size={18} aria-hidden="true" className="mt-1 shrink-0 text-accent-text" />
        <div className="min-w-0 flex-1">
          <h2 id="announcement" className="font-semibold text-sm">
            Announcement
          </h2>
          {post.content !== '' && (
            <p dir="auto" className="line-clamp-3 whitespace-pre-line break-words">
              {post.content}
            </p>
          )}
          <Link
            to={pathTo('post', { post_id: post.post_id })}
            className="inline-flex min-h-8 items-center font-semibold text-accent-text text-sm underline-offset-4 hover:underline pointer-coarse:min-h-11"
          >
            Show post
          </Link>
        </div>
        <IconButton label="Dismiss the announcement" onClick={() => dismiss.mutate(announcement)}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </section>
  );
}
