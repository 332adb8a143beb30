import * as calls from '@hubbub/contract/features/assistant/assistant.endpoints.ts';
import { roleOf } from '#features/site/public.ts';
import { type Http, route, streamRoute } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { ask, describeAssistant } from './assistant.service.ts';
import { createLanguageModel } from './language-model.service.ts';

/** The longest conversation in JSON, where a code point may take six bytes or more. */
const bodyLimit = 256 * 1024;

/** The assistant's calls. */
export function registerAssistantRoutes(http: Http): void {
  const { config, log } = http.platform;
  const assistant = { model: createLanguageModel(config, log), log };

  route(http, calls.getAssistant, { limits: [perPerson('reads')] }, async ({ session }) =>
    describeAssistant(assistant, { siteRole: await roleOf(http.platform, session.userId) }),
  );

  streamRoute(http, calls.askAssistant, { limits: [perPerson('assistant')], bodyLimit }, ({ body }, signal) =>
    ask(assistant, body.messages, signal),
  );
}
