import { sendChannelMessage } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { sendMessage } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { callKept } from '#platform/outbox.ts';

/** Where a message can be forwarded to. */
export interface Target {
  roomId: string;
  isChannel: boolean;
}

/** Sends a message on to another room, after what's been written there. */
export async function forwardMessage(messageId: string, { roomId, isChannel }: Target): Promise<void> {
  const clientId = crypto.randomUUID();
  const input = { body: { conversation: roomId, forward: messageId, client_id: clientId } };
  const options = { clientId, queue: roomId };
  const what = 'A message you forward';
  if (isChannel) await callKept(sendChannelMessage, input, what, options);
  else await callKept(sendMessage, input, what, options);
}
