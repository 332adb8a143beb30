import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { Pencil, Quote, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useDeletePost } from '#features/posts/posts.data.ts';
import { pathTo } from '#platform/paths.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { SubjectMenu } from '#ui/dropdown-menu/SubjectMenu.tsx';
import { lateOverlay } from '#ui/late/late.tsx';

const EditPostDialog = lateOverlay(
  async () => (await import('#features/posts/EditPostDialog.tsx')).EditPostDialog,
  'Editing',
);

/** What a viewer can do about a post; clicking anywhere else closes it. */
export function PostMenu({ post }: { post: Post }) {
  const { mutate } = useDeletePost(post.post_id);
  const [editing, setEditing] = useState(false);
  const { can_delete, can_edit } = post.viewer;
  const navigate = useNavigate();
  const quote = () => void navigate(pathTo('postUpload', {}, { quote: post.post_id }));
  const ask = async () => {
    if (await confirm(messages.confirmDeletePost, { confirmLabel: 'Delete', cancelLabel: 'Cancel', danger: true }))
      mutate();
  };
  return (
    <>
      <SubjectMenu
        label="Post menu"
        subject={{ kind: 'post', id: post.post_id, username: post.user.username }}
        items={[
          { label: 'Quote', icon: Quote, onSelect: quote },
          ...(can_edit ? [{ label: 'Edit Post', icon: Pencil, onSelect: () => setEditing(true) }] : []),
          ...(can_delete ? [{ label: 'Delete Post', icon: Trash2, danger: true, onSelect: () => void ask() }] : []),
        ]}
      />
      {editing && <EditPostDialog post={post} onClose={() => setEditing(false)} />}
    </>
  );
}
