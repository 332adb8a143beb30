import * as endpoints from '@hubbub/contract/features/rooms/messages.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import type { ShownFile } from '#features/rooms/shown-files.ts';
import { call } from '#platform/api-client.ts';

const everyMs = 2000;

/** How far the conversion of the person's own video is, in percent; null: there's none. `messageChanged` says when it's over. */
export function useConversion({ key, converting }: ShownFile): number | null {
  const { data } = useQuery({
    queryKey: ['conversion', converting?.messageId, key],
    queryFn: async () => {
      const params = { message_id: converting?.messageId ?? '' };
      const { messages } = await call(endpoints.messagesAround, { params, query: { size: 1 } });
      const files = messages.find(({ _id }) => _id === converting?.messageId)?.attachments ?? [];
      return files.find(({ file_id }) => file_id === key)?.progress ?? null;
    },
    enabled: converting !== undefined,
    refetchInterval: everyMs,
  });
  return converting === undefined ? null : (data ?? converting.percent);
}
