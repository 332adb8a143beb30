import type { AssistantLine, AssistantMessage } from '@hubbub/contract/features/assistant/assistant.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/assistant/assistant.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';
import { callStream } from '#platform/api-stream.ts';

/** Whether this Hubbub has an assistant, and its model's name. */
export const assistantOptions = queryOptions({
  queryKey: ['assistant'],
  queryFn: ({ signal }) => call(endpoints.getAssistant, {}, { signal }),
  staleTime: 5 * 60_000,
});

/** Asks the assistant and yields its answer line by line. Aborting `signal` also stops it on the server. */
export function askAssistant(messages: AssistantMessage[], signal: AbortSignal): AsyncGenerator<AssistantLine, void> {
  return callStream(endpoints.askAssistant, { body: { messages } }, signal);
}
