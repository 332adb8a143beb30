import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { startEdit, startReply } from '#features/rooms/composing.ts';
import { startForward } from '#features/rooms/forwarding.ts';
import type { MessageActions, Opened } from '#features/rooms/message-actions.ts';
import { messageLink, roomPath } from '#features/rooms/message-path.ts';
import { useMarkUnread, useOpenThread, usePin, useSaveMessage } from '#features/rooms/messages.data.ts';
import { discardFile, retry } from '#features/rooms/outgoing.ts';
import type { Timeline } from '#features/rooms/timeline.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { copyText } from '#ui/toast/copy-text.ts';
import { toast } from '#ui/toast/toasts.ts';

const copyMessage = ({ message }: Message) => copyText(message);

function copyLink({ _id }: Message) {
  const link = messageLink(_id);
  return copyText(link, `We couldn't copy the link. Copy it yourself: ${link}`);
}

async function confirmRemove(timeline: Timeline, { _id: id }: Message): Promise<void> {
  const options = {
    details: "This can't be undone. Others will see that it was deleted.",
    confirmLabel: 'Delete',
    cancelLabel: 'Cancel',
    danger: true,
  };
  if (await confirm('Delete this message?', options)) timeline.remove(id);
}

interface ActionOptions {
  closed: boolean;
  moderates: boolean;
  pins: boolean;
  threads: boolean;
}

/** What can be done to a timeline's messages, and what's open of it. */
export function useMessageActions(timeline: Timeline, { closed, moderates, pins, threads }: ActionOptions) {
  const [opened, setOpened] = useState<{ id: string; what: Opened } | null>(null);
  const { mutate: markUnread } = useMarkUnread();
  const navigate = useNavigate();
  const { mutate: thread } = useOpenThread((room) => void navigate(roomPath(room)));
  const { mutate: pin } = usePin();
  const { mutate: save } = useSaveMessage({
    onSuccess: ({ isSaved }) => toast.success(isSaved ? "Saved. You'll find it under Saved." : 'Removed from saved'),
  });
  const actions = useMemo((): MessageActions => {
    const { id } = timeline.room;
    return {
      closed,
      moderates,
      pins,
      threads,
      react(message, emoji) {
        const mine = message.reactions?.some((reaction) => reaction.emoji === emoji && reaction.mine) ?? false;
        timeline.react(message._id, emoji, !mine);
      },
      reply: (message) => startReply(id, message),
      thread: (message) => thread(message),
      copy: (message) => void copyMessage(message),
      copyLink: (message) => void copyLink(message),
      forward: startForward,
      pin: (message) => pin(message),
      save: (message, isSaved) => save({ message, isSaved }),
      markUnread: (message) => markUnread(message),
      edit: (message) => startEdit(id, message),
      remove: (message) => void confirmRemove(timeline, message),
      retry: (clientId) => retry(id, clientId),
      discardFile: (clientId, fileId) => discardFile(id, clientId, fileId),
      jump: timeline.jump,
      open: (message, what) => setOpened(what && { id: message._id, what }),
    };
  }, [timeline, closed, moderates, pins, threads, thread, pin, save, markUnread]);
  return { actions, opened };
}
