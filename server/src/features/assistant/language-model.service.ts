import OpenAI, { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import type { Config } from '#platform/config/config.ts';
import { type HttpError, unavailable } from '#platform/errors/errors.ts';
import type { Log } from '#platform/logging/logging.ts';

/** One message in a conversation with a language model. */
export interface ModelMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** A language model behind any API that's compatible with OpenAI's chat completions. */
export interface LanguageModel {
  /** The service's name for it. */
  readonly name: string;
  /**
   * Asks the model and yields its text in parts as they arrive. Stops when `signal` is aborted, or when nothing has arrived for as long
   * as ASSISTANT_TIMEOUT allows.
   * @throws {HttpError} 503 with a sentence for the person, also during iteration
   */
  ask(messages: readonly ModelMessage[], signal: AbortSignal): Promise<AsyncIterable<string>>;
}

const silent = 'The assistant took too long to answer. Try again, or ask for less at once.';
const unreachable = "The assistant can't be reached right now. Try again in a moment.";
const refused =
  "The assistant can't be used right now because its service refuses this server. Whoever runs it can find the reason in the log.";
const busy = 'The assistant is busy right now. Try again in a minute.';
const tooLong = 'This conversation is too long for the assistant. Start a new chat.';

/** Without ASSISTANT_URL there is none. */
export function createLanguageModel({ assistant }: Config, log: Log): LanguageModel | undefined {
  if (!assistant) return undefined;
  const { url, model, apiKey, timeout } = assistant;
  const client = new OpenAI({
    baseURL: url,
    // Services on your own machine need no key, but the client won't start without one.
    apiKey: apiKey ?? 'none',
    defaultHeaders: apiKey === undefined ? { authorization: null } : {},
    // Otherwise they'd be read from the environment, where they may be set for another program.
    organization: null,
    project: null,
    timeout,
    maxRetries: 1,
    // It'd write requests and answers to standard output.
    logLevel: 'off',
  });

  /** A service's error text may repeat the key or the question, so only the kind of failure is logged. */
  const toRefusal = (error: unknown): HttpError => {
    if (error instanceof APIConnectionTimeoutError) return unavailable(silent);
    const status = error instanceof APIError ? error.status : undefined;
    const code = error instanceof APIError ? error.code : (error as NodeJS.ErrnoException).code;
    log.warn({ status, code, kind: (error as Error).constructor.name }, "couldn't ask the assistant");
    if (status === undefined) return unavailable(unreachable);
    if (status === 429) return unavailable(busy, 60);
    if (status === 413 || code === 'context_length_exceeded') return unavailable(tooLong);
    return unavailable(status >= 500 ? unreachable : refused);
  };

  return {
    name: model,
    async ask(messages, signal) {
      const idleTimeout = createIdleTimeout(timeout, signal);
      try {
        idleTimeout.begin();
        const stream = await client.chat.completions.create(
          { model, messages: [...messages], stream: true },
          { signal: idleTimeout.signal },
        );
        return parts(stream);
      } catch (error) {
        idleTimeout.end();
        throw explain(error);
      }

      function explain(error: unknown): unknown {
        if (idleTimeout.hasExpired) return unavailable(silent);
        if (signal.aborted || error instanceof APIUserAbortError) return error;
        return toRefusal(error);
      }

      async function* parts(stream: AsyncIterable<OpenAI.Chat.ChatCompletionChunk>): AsyncGenerator<string> {
        try {
          idleTimeout.begin();
          for await (const { choices } of stream) {
            idleTimeout.begin();
            const text = choices?.[0]?.delta?.content;
            if (text) yield text;
          }
          // The client ends an aborted stream as if it were complete.
          idleTimeout.signal.throwIfAborted();
        } catch (error) {
          throw explain(error);
        } finally {
          idleTimeout.end();
        }
      }
    },
  };
}

/** A signal that's aborted together with `outer`, or when it hasn't been restarted for `timeout` milliseconds. */
function createIdleTimeout(timeout: number, outer: AbortSignal) {
  const own = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const idleTimeout = {
    signal: AbortSignal.any([own.signal, outer]),
    hasExpired: false,
    begin() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        idleTimeout.hasExpired = true;
        own.abort();
      }, timeout);
    },
    end() {
      clearTimeout(timer);
    },
  };
  return idleTimeout;
}
