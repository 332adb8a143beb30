import * as calls from '@hubbub/contract/features/assistant/assistant.endpoints.ts';
import { type Http, route, streamRoute } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { ask, describeAssistant } from './assistant.service.ts';

/** A conversation of the longest kind in JSON, where a code point may take six bytes and more. */
const bodyLimit = 256 * 1024;

/** The calls about the assistant. */
export function registerAssistantRoutes(http: Http): void {
  const { platform } = http;

  route(http, calls.getAssistant, { limits: [perPerson('reads')] }, async () => describeAssistant(platform));

  streamRoute(http, calls.askAssistant, { limits: [perPerson('assistant')], bodyLimit }, ({ body }, signal) =>
    ask(platform, body.messages, signal),
  );
}
