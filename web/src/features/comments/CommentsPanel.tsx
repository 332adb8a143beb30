import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import type { Ref } from 'react';
import { CommentForm } from '#features/comments/CommentForm.tsx';
import { CommentList } from '#features/comments/CommentList.tsx';
import { usePost } from '#features/posts/public.ts';
import { Card } from '#ui/card/Card.tsx';

interface CommentsPanelProps {
  post: Post;
  /** The id of the comment or reply that a link has led to. */
  linkedId?: string | undefined;
  /** The comment field. */
  fieldRef: Ref<HTMLTextAreaElement>;
}

/** The comments beside the post. The list scrolls, the field stays put. */
export function CommentsPanel({ post: given, linkedId, fieldRef }: CommentsPanelProps) {
  const post = usePost(given);
  const title = `Comments (${post.stats.comment_count})`;
  return (
    <section aria-label={title}>
      <Card className="flex flex-col overflow-hidden xl:max-h-[calc(100dvh-2.5rem)]">
        <h2 className="border-line border-b px-4 py-3 font-semibold text-lg tabular">{title}</h2>
        <div className="border-line border-b p-3">
          <CommentForm postId={post.post_id} ref={fieldRef} />
        </div>
        <div className="min-h-40 flex-1 overflow-y-auto overscroll-contain px-4 py-2">
          <CommentList postId={post.post_id} linkedId={linkedId} />
        </div>
      </Card>
    </section>
  );
}
