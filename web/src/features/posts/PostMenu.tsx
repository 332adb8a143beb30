import { messages } from '@hubbub/contract/platform/messages.ts';
import { Ellipsis, Trash2 } from 'lucide-react';
import { useDeletePost } from '#features/posts/posts.data.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { DropdownMenu } from '#ui/dropdown-menu/DropdownMenu.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

/** The author's menu; clicking anywhere else closes it. */
export function PostMenu({ postId }: { postId: string }) {
  const { mutate } = useDeletePost(postId);
  const ask = async () => {
    if (await confirm(messages.confirmDeletePost, { confirmLabel: 'Delete', cancelLabel: 'Cancel', danger: true }))
      mutate();
  };
  return (
    <DropdownMenu
      trigger={
        <IconButton label="Post menu">
          <Ellipsis size={20} aria-hidden="true" />
        </IconButton>
      }
      items={[{ label: 'Delete Post', icon: Trash2, danger: true, onSelect: () => void ask() }]}
    />
  );
}
