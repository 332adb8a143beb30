import OpenAI, { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import type { Config } from '#platform/config/config.ts';
import { type Refusal, unavailable } from '#platform/errors/errors.ts';
import type { Log } from '#platform/logging/logging.ts';

/** A part of a conversation with a language model. */
export interface ModelMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** A language model behind any API that is compatible with OpenAI's chat completions. */
export interface LanguageModel {
  /** The name that the service knows it by. */
  readonly name: string;
  /**
   * Asks the model and answers the parts of its text as they come. Everything ends when `signal` is aborted, or when nothing has
   * come for the time that ASSISTANT_TIMEOUT allows.
   * @throws {Refusal} 503 with a sentence for the person, also out of the iteration
   */
  ask(messages: readonly ModelMessage[], signal: AbortSignal): Promise<AsyncIterable<string>>;
}

const silent = 'The assistant took too long to answer. Try again, or ask for less at once.';
const unreachable = 'The assistant cannot be reached right now. Try again in a moment.';
const refused =
  'The assistant cannot be used right now: its service refuses this server. Whoever runs it finds why in the log.';
const busy = 'The assistant has too much to do right now. Try again in a minute.';
const tooLong = 'The assistant cannot read a conversation of this length. Start a new chat.';

/** Without ASSISTANT_URL there is none. */
export function createLanguageModel({ assistant }: Config, log: Log): LanguageModel | undefined {
  if (!assistant) return undefined;
  const { url, model, apiKey, timeout } = assistant;
  const client = new OpenAI({
    baseURL: url,
    // Services on one's own machine want none, but the client will not begin without.
    apiKey: apiKey ?? 'none',
    defaultHeaders: apiKey === undefined ? { authorization: null } : {},
    // Otherwise read from the environment, where they may be there for another program.
    organization: null,
    project: null,
    timeout,
    maxRetries: 1,
    // It would write requests and answers to standard output.
    logLevel: 'off',
  });

  /** What a service says may repeat the key or the question: only what kind of failure it was is written down. */
  const toRefusal = (error: unknown): Refusal => {
    if (error instanceof APIConnectionTimeoutError) return unavailable(silent);
    const status = error instanceof APIError ? error.status : undefined;
    const code = error instanceof APIError ? error.code : (error as NodeJS.ErrnoException).code;
    log.warn({ status, code, kind: (error as Error).constructor.name }, 'the assistant could not be asked');
    if (status === undefined) return unavailable(unreachable);
    if (status === 429) return unavailable(busy, 60);
    if (status === 413 || code === 'context_length_exceeded') return unavailable(tooLong);
    return unavailable(status >= 500 ? unreachable : refused);
  };

  return {
    name: model,
    async ask(messages, signal) {
      const patience = createPatience(timeout, signal);
      try {
        patience.begin();
        const stream = await client.chat.completions.create(
          { model, messages: [...messages], stream: true },
          { signal: patience.signal },
        );
        return parts(stream);
      } catch (error) {
        patience.end();
        throw explain(error);
      }

      function explain(error: unknown): unknown {
        if (patience.ranOut) return unavailable(silent);
        if (signal.aborted || error instanceof APIUserAbortError) return error;
        return toRefusal(error);
      }

      async function* parts(stream: AsyncIterable<OpenAI.Chat.ChatCompletionChunk>): AsyncGenerator<string> {
        try {
          patience.begin();
          for await (const { choices } of stream) {
            patience.begin();
            const text = choices?.[0]?.delta?.content;
            if (text) yield text;
          }
          // The client ends an aborted stream as if it were complete.
          patience.signal.throwIfAborted();
        } catch (error) {
          throw explain(error);
        } finally {
          patience.end();
        }
      }
    },
  };
}

/** A signal that is aborted together with `outer`, and when nothing has begun anew for `timeout` milliseconds. */
function createPatience(timeout: number, outer: AbortSignal) {
  const own = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const patience = {
    signal: AbortSignal.any([own.signal, outer]),
    ranOut: false,
    begin() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        patience.ranOut = true;
        own.abort();
      }, timeout);
    },
    end() {
      clearTimeout(timer);
    },
  };
  return patience;
}
