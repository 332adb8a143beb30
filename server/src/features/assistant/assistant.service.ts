import type { AssistantLine, AssistantMessage } from '@hubbub/contract/features/assistant/assistant.endpoints.ts';
import { codePoints, limits } from '@hubbub/contract/platform/limits.ts';
import type { SiteRole } from '@hubbub/contract/platform/shapes.ts';
import { HttpError, unavailable } from '#platform/errors/errors.ts';
import type { Log } from '#platform/logging/logging.ts';
import { assistantSettings, cutTo, mayReadSettings, withInstructions } from './assistant.rules.ts';
import type { LanguageModel } from './language-model.service.ts';

const notConfigured = 'This Hubbub has no assistant. Ask whoever runs it to add one.';
const broken = 'The answer was interrupted. Try again.';

/** The dependencies of the assistant's calls. */
interface Assistant {
  /** Undefined: there's no assistant. */
  model: LanguageModel | undefined;
  log: Log;
}

interface AssistantDescription {
  configured: boolean;
  model: string | null;
  settings: string[] | null;
}

/** Whether there's an assistant, and its model's name. Those who run the site learn which settings add one. */
export function describeAssistant({ model }: Assistant, caller: { siteRole: SiteRole | null }): AssistantDescription {
  const settings = mayReadSettings(caller) && model === undefined ? [...assistantSettings] : null;
  return { configured: model !== undefined, model: model?.name ?? null, settings };
}

/**
 * Asks the assistant; the answer's lines arrive while it's written. A failure after the first line is a line.
 * @param signal aborted when no one waits for the answer anymore, which ends the request to the model
 * @throws {HttpError} 503 without an assistant, or if it can't be asked
 */
export async function ask(
  { model, log }: Assistant,
  messages: readonly AssistantMessage[],
  signal: AbortSignal,
): Promise<AsyncIterable<AssistantLine>> {
  if (!model) throw unavailable(notConfigured);
  const enough = new AbortController();
  const parts = await model.ask(withInstructions(messages), AbortSignal.any([signal, enough.signal]));
  return lines();

  async function* lines(): AsyncGenerator<AssistantLine> {
    let room: number = limits.assistant.text;
    try {
      for await (const part of parts) {
        const text = cutTo(room, part);
        room -= codePoints(text);
        if (text !== '') yield { text };
        if (room === 0) break;
      }
      yield { end: { complete: room > 0 } };
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof HttpError))
        log.warn({ kind: (error as Error).name }, "the assistant's answer was cut off");
      yield { error: error instanceof HttpError ? error.message : broken };
    } finally {
      enough.abort();
    }
  }
}
