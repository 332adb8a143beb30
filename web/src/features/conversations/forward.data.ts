import { sendChannelMessage } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { sendMessage } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { useChange } from '#platform/change.ts';
import { newId } from '#platform/ids.ts';
import { callQueued } from '#platform/outbox.ts';
import { toast } from '#ui/toast/toasts.ts';

/** Where a message can be forwarded to. */
export interface Target {
  roomId: string;
  isChannel: boolean;
}

/** Sends a message on to another room, after what's been written there. @param onDone called once it's sent, or will be by itself */
export const useForwardMessage = (messageId: string, onDone: () => void) =>
  useChange({
    undone: "the message wasn't forwarded",
    mutationFn: async ({ roomId, isChannel }: Target) => {
      const clientId = newId();
      const input = { body: { conversation: roomId, forward: messageId, client_id: clientId } };
      const options = { clientId, queue: roomId };
      const what = 'A message you forward';
      if (isChannel) await callQueued(sendChannelMessage, input, what, options);
      else await callQueued(sendMessage, input, what, options);
    },
    onWaiting: () => {
      toast.success("It will be forwarded as soon as you're connected again.");
      onDone();
    },
    onSuccess: () => {
      toast.success('Forwarded');
      onDone();
    },
  });
