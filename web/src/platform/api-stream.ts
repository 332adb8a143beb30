import type { Endpoint, EndpointAnswer } from '@hubbub/contract/platform/endpoint.ts';
import { type AnyInput, addressOf, type CallInput, failureOf } from '#platform/api-client.ts';
import { ApiError, ProxyAnswer } from '#platform/errors.ts';
import { explainProxy } from '#platform/proxy-answers.rules.ts';
import { errorHeaders, parse, unreachable } from '#platform/raw-answer.ts';

/**
 * Makes a call whose answer is streamed line by line (`answer.stream` in the contract), and yields the lines as they arrive. Rejects
 * like `call`, and also with an `ApiError` of status 0 if the connection breaks midway.
 */
export async function* callStream<E extends Endpoint & { answer: { stream: true } }>(
  endpoint: E,
  input: CallInput<E>,
  signal: AbortSignal,
): AsyncGenerator<EndpointAnswer<E>, void> {
  const given = input as AnyInput;
  try {
    const response = await fetch(addressOf(endpoint.path, given), {
      method: endpoint.method,
      credentials: 'include',
      headers: { accept: 'application/x-ndjson', 'content-type': 'application/json' },
      body: JSON.stringify(given.body),
      signal,
    });
    if (!response.ok || response.body === null) {
      const { status, headers } = response;
      const answer = { status, ...errorHeaders((name) => headers.get(name)) };
      throw failureOf(endpoint, answer, parse(await response.text()));
    }
    for await (const line of linesOf(response.body)) {
      const value = parse(line);
      if (value === undefined) throw new ProxyAnswer(response.status, explainProxy(response.status, undefined), null);
      yield value as EndpointAnswer<E>;
    }
  } catch (cause) {
    if (cause instanceof ApiError || (cause instanceof DOMException && cause.name === 'AbortError')) throw cause;
    throw new ApiError(0, unreachable);
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') yield rest;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
