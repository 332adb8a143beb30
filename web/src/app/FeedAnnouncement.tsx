import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { useQuery } from '@tanstack/react-query';
import { Megaphone, X } from 'lucide-react';
import { PostCard, postOptions, useDeletedPosts } from '#features/posts/public.ts';
import { siteOptions, useDismissAnnouncement } from '#features/site/public.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

interface AnnouncedProps {
  announcementId: string;
  postId: string;
  onComment: (post: Post) => void;
}

function Announced({ announcementId, postId, onComment }: AnnouncedProps) {
  const { data: post } = useQuery(postOptions(postId));
  const isDeleted = useDeletedPosts().has(postId);
  const dismiss = useDismissAnnouncement();
  if (post === undefined || isDeleted) return null;
  return (
    <section aria-label="Announcement" className="mb-5 rounded-card border-2 border-accent p-1.5">
      <div className="flex items-center gap-2 pl-3">
        <Megaphone size={18} aria-hidden="true" className="shrink-0 text-accent-text" />
        <h2 className="flex-1 font-semibold text-sm">Announcement</h2>
        <IconButton label="Dismiss the announcement" onClick={() => dismiss.mutate(announcementId)}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <PostCard post={post} onComment={onComment} />
    </section>
  );
}

/** What the site's team announces, on top of the feed until it's over or dismissed. */
export default function FeedAnnouncement({ onComment }: { onComment: (post: Post) => void }) {
  const { data: site } = useQuery(siteOptions);
  const announcement = site?.announcement ?? null;
  if (announcement === null) return null;
  const { announcement_id, post_id } = announcement;
  return <Announced key={announcement_id} announcementId={announcement_id} postId={post_id} onComment={onComment} />;
}
