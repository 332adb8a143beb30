import type { Message } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { useMemo, useState } from 'react';
import { startEdit, startReply } from '#features/messages/composing.ts';
import type { MessageActions, Opened } from '#features/messages/message-actions.ts';
import type { Timeline } from '#features/messages/timeline.ts';
import { logError } from '#platform/log.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { toast } from '#ui/toast/toasts.ts';

async function copyText({ message }: Message): Promise<void> {
  try {
    await navigator.clipboard.writeText(message);
    toast.success('Copied');
  } catch (error) {
    logError("A message couldn't be copied", error);
    toast.error("We couldn't copy this text. Select it and copy it yourself.");
  }
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
}

/** What can be done to a timeline's messages, and what's open of it. */
export function useMessageActions(timeline: Timeline, { closed, moderates }: ActionOptions) {
  const [opened, setOpened] = useState<{ id: string; what: Opened } | null>(null);
  const actions = useMemo((): MessageActions => {
    const { id } = timeline.room;
    return {
      closed,
      moderates,
      react(message, emoji) {
        const mine = message.reactions?.some((reaction) => reaction.emoji === emoji && reaction.mine) ?? false;
        timeline.react(message._id, emoji, !mine);
      },
      reply: (message) => startReply(id, message),
      copy: (message) => void copyText(message),
      edit: (message) => startEdit(id, message),
      remove: (message) => void confirmRemove(timeline, message),
      retry: timeline.retry,
      discardFile: timeline.discardFile,
      jump: timeline.jump,
      open: (message, what) => setOpened(what && { id: message._id, what }),
    };
  }, [timeline, closed, moderates]);
  return { actions, opened };
}
