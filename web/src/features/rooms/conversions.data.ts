import * as endpoints from '@hubbub/contract/features/rooms/messages.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';

const everyMs = 2000;

/** How far the conversion of a message's file is, in percent; null: there's none. */
export const conversionOptions = (messageId: string, fileId: string) =>
  queryOptions({
    queryKey: ['conversion', messageId, fileId],
    queryFn: async () => {
      const { messages } = await call(endpoints.messagesAround, {
        params: { message_id: messageId },
        query: { size: 1 },
      });
      const files = messages.find(({ _id }) => _id === messageId)?.attachments ?? [];
      return files.find(({ file_id }) => file_id === fileId)?.progress ?? null;
    },
    refetchInterval: everyMs,
  });
