import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { Trash2 } from 'lucide-react';
import { useDeletePost } from '#features/posts/posts.data.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { SubjectMenu } from '#ui/dropdown-menu/SubjectMenu.tsx';

/** What a viewer can do about a post; clicking anywhere else closes it. */
export function PostMenu({ post }: { post: Post }) {
  const { mutate } = useDeletePost(post.post_id);
  const ask = async () => {
    if (await confirm(messages.confirmDeletePost, { confirmLabel: 'Delete', cancelLabel: 'Cancel', danger: true }))
      mutate();
  };
  return (
    <SubjectMenu
      label="Post menu"
      subject={{ kind: 'post', id: post.post_id, username: post.user.username }}
      items={
        post.viewer.can_delete ? [{ label: 'Delete Post', icon: Trash2, danger: true, onSelect: () => void ask() }] : []
      }
    />
  );
}
