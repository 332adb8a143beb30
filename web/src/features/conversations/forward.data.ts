import { sendChannelMessage } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { sendMessage } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { call } from '#platform/api-client.ts';

/** Where a message can be forwarded to. */
export interface Target {
  roomId: string;
  isChannel: boolean;
}

/** Sends a message on to another room. */
export async function forwardMessage(messageId: string, { roomId, isChannel }: Target): Promise<void> {
  const body = { conversation: roomId, forward: messageId, client_id: crypto.randomUUID() };
  await call(isChannel ? sendChannelMessage : sendMessage, { body });
}
