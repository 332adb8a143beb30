import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { CommentForm } from '#features/comments/CommentForm.tsx';
import { CommentList } from '#features/comments/CommentList.tsx';
import { usePost } from '#features/posts/public.ts';
import { Button } from '#ui/button/Button.tsx';
import { Dialog, DialogClose } from '#ui/dialog/Dialog.tsx';

interface CommentsDialogProps {
  post: Post;
  /** The id of the comment or reply that a link has led to. */
  linkedId?: string | undefined;
  onClose: () => void;
}

/** A post's comments in a modal with a Cancel button. A sheet on phones. */
export function CommentsDialog({ post: given, linkedId, onClose }: CommentsDialogProps) {
  const post = usePost(given);
  return (
    <Dialog
      keepsDraft
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Comments (${post.stats.comment_count})`}
      closer={
        <DialogClose asChild>
          <Button tone="quiet">Cancel</Button>
        </DialogClose>
      }
      footer={<CommentForm postId={post.post_id} autoFocus />}
    >
      <div className="-my-2 h-[min(60dvh,32rem)]">
        <CommentList postId={post.post_id} linkedId={linkedId} />
      </div>
    </Dialog>
  );
}
