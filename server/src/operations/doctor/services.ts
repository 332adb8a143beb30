import type { Config } from '#platform/config/config.ts';
import { type Finding, findingsAbout } from '#platform/errors/finding.ts';
import { certificateFault } from './certificate.ts';
import { messageOf } from './message.ts';

/** Milliseconds. */
const timeoutMs = 8000;

/** Whether the meeting service answers, if there is one. */
export async function examineMeetings({ meetingUrl }: Config): Promise<Finding[]> {
  const { ok, off, warning, failed } = findingsAbout('meetings');
  if (meetingUrl === undefined) return [off("MEETING_URL isn't set: meetings are built in.")];
  const { host } = new URL(meetingUrl);
  try {
    const { status } = await fetch(meetingUrl, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    return status < 500
      ? [ok(`${host} answers.`)]
      : [warning(`${host} answers with status ${status}.`, "Check the meeting service's log.")];
  } catch (error) {
    const { found, fix } = certificateFault(error, host) ?? {
      found: `${host} can't be reached (${messageOf(error)}).`,
      fix: 'Start the meeting service, or correct MEETING_URL.',
    };
    return [failed(found, fix)];
  }
}

/** Whether the trace collector answers; nothing is sent to it. */
export async function examineTracing({ tracing }: Config): Promise<Finding[]> {
  const { ok, off, failed } = findingsAbout('tracing');
  if (!tracing) return [off("OTEL_EXPORTER_OTLP_ENDPOINT isn't set: tracing is off.")];
  const { host } = new URL(tracing.endpoint);
  try {
    await fetch(tracing.endpoint, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    return [ok(`The collector ${host} answers.`)];
  } catch (error) {
    const { found, fix } = certificateFault(error, host) ?? {
      found: `The collector ${host} can't be reached (${messageOf(error)}): traces are lost.`,
      fix: 'Start it, or correct OTEL_EXPORTER_OTLP_ENDPOINT.',
    };
    return [failed(found, fix)];
  }
}

/** Whether the assistant's API answers, accepts the key, and has the model; makes no requests that cost money. */
export async function examineAssistant({ assistant }: Config): Promise<Finding[]> {
  const { ok, off, warning, failed } = findingsAbout('assistant');
  if (!assistant) return [off("ASSISTANT_URL isn't set: there's no assistant.")];
  const { host } = new URL(assistant.url);
  try {
    const response = await fetch(`${assistant.url.replace(/\/+$/, '')}/models`, {
      headers: assistant.apiKey ? { authorization: `Bearer ${assistant.apiKey}` } : {},
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 401 || response.status === 403) {
      return [failed(`${host} refuses the key (${response.status}).`, 'Correct ASSISTANT_API_KEY.')];
    }
    if (!response.ok) {
      return [
        warning(
          `${host} doesn't list its models (${response.status}).`,
          "If the assistant doesn't answer in the app, correct ASSISTANT_URL. It usually ends with /v1.",
        ),
      ];
    }
    const { data = [] } = (await response.json()) as { data?: { id: string }[] };
    return data.some(({ id }) => id === assistant.model)
      ? [ok(`${host} has the model ${assistant.model}.`)]
      : [
          failed(
            `${host} has no model ${assistant.model}.`,
            `Set ASSISTANT_MODEL to one it has: ${
              data
                .slice(0, 5)
                .map(({ id }) => id)
                .join(', ') || 'it lists none'
            }.`,
          ),
        ];
  } catch (error) {
    const { found, fix } = certificateFault(error, host) ?? {
      found: `${host} can't be reached (${messageOf(error)}).`,
      fix: 'Start it, or correct ASSISTANT_URL.',
    };
    return [failed(found, fix)];
  }
}
