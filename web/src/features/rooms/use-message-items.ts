import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { useQuery } from '@tanstack/react-query';
import {
  Bookmark,
  BookmarkX,
  Copy,
  Forward,
  Link2,
  MailOpen,
  MessagesSquare,
  Pencil,
  Pin,
  PinOff,
  Reply,
  Trash2,
} from 'lucide-react';
import { use } from 'react';
import { abilitiesOf } from '#features/rooms/abilities.rules.ts';
import { Actions } from '#features/rooms/message-actions.ts';
import { isSavedOptions } from '#features/rooms/messages.data.ts';
import type { MenuItem } from '#ui/dropdown-menu/MenuItems.tsx';
import { subjectItems } from '#ui/dropdown-menu/subject-menu.ts';

/** Everything that can be done to a message, in the order in which menus show it. @param isOpen whether the menu is */
export function useMessageItems(message: Message, own: boolean, isOpen: boolean): MenuItem[] {
  const actions = use(Actions);
  const { respond, thread, copy, link, pin, save, unread, edit, remove } = abilitiesOf(message, { own, ...actions });
  const { _id: id, sender, deleted } = message;
  const { data: isSaved = false } = useQuery({ ...isSavedOptions(id), enabled: isOpen && save });
  const items: (MenuItem | false)[] = [
    respond && { label: 'Reply', icon: Reply, onSelect: () => actions.reply(message) },
    thread && { label: 'Reply in thread', icon: MessagesSquare, onSelect: () => actions.thread(message) },
    link && { label: 'Forward', icon: Forward, onSelect: () => actions.forward(message) },
    copy && { label: 'Copy text', icon: Copy, onSelect: () => actions.copy(message) },
    link && { label: 'Copy link', icon: Link2, onSelect: () => actions.copyLink(message) },
    save && {
      label: isSaved ? 'Remove from saved' : 'Save',
      icon: isSaved ? BookmarkX : Bookmark,
      onSelect: () => actions.save(message, !isSaved),
    },
    pin && {
      label: message.pinned ? 'Unpin' : 'Pin',
      icon: message.pinned ? PinOff : Pin,
      onSelect: () => actions.pin(message),
    },
    unread && { label: 'Mark as unread', icon: MailOpen, onSelect: () => actions.markUnread(message) },
    edit && { label: 'Edit', icon: Pencil, onSelect: () => actions.edit(message) },
    ...(own || deleted || sender._id === null ? [] : subjectItems({ kind: 'message', id, username: sender.username })),
    remove && { label: 'Delete', icon: Trash2, danger: true, onSelect: () => actions.remove(message) },
  ];
  return items.filter((item) => item !== false);
}
