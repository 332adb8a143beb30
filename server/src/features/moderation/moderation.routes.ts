import { explain as explainCall } from '@hubbub/contract/features/moderation/explain.endpoints.ts';
import * as calls from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { type Http, route } from '#platform/http/route.ts';
import { perAddress, perPerson } from '#platform/rate-limits/rate-limits.ts';
import {
  appealByToken,
  appealDecision,
  judgeAppeal,
  listAppeals,
  listDecisions,
  readByToken,
} from './appeals.service.ts';
import type { Moderation } from './decisions.service.ts';
import type { Explain } from './explain.service.ts';
import { decideReport, listReports, readReport, sendReport, viewReport } from './reports.service.ts';
import { liftSuspension, suspendUser } from './suspensions.service.ts';

/** The calls for reports, decisions, suspensions, appeals and explanations. */
export function registerModerationRoutes(http: Http, moderation: Moderation, explain: Explain): void {
  route(
    http,
    explainCall,
    { limits: [perPerson('reads')] },
    async ({ query, session }) => await explain(session, query),
  );
  registerReports(http, moderation);
  registerSuspensions(http, moderation);
  registerAppeals(http, moderation);
}

function registerReports(http: Http, moderation: Moderation): void {
  route(http, calls.sendReport, { limits: [perPerson('writes'), perPerson('reports')] }, async ({ body, session }) => ({
    report: await sendReport(moderation, session, body),
  }));

  route(http, calls.listReports, { limits: [perPerson('reads')] }, async ({ query, session }) => ({
    reports: await listReports(moderation, session, query),
  }));

  route(http, calls.readReport, { limits: [perPerson('reads')] }, async ({ params, session }) => ({
    report: await readReport(moderation, session, params.report_id),
  }));

  route(http, calls.viewReport, { limits: [perPerson('writes')] }, ({ params, session }) =>
    viewReport(moderation, session, params.report_id),
  );

  route(http, calls.decideReport, { limits: [perPerson('writes')] }, async ({ params, body, session }) => ({
    decision: await decideReport(moderation, session, params.report_id, body),
  }));
}

function registerSuspensions(http: Http, moderation: Moderation): void {
  route(http, calls.suspendUser, { limits: [perPerson('writes')] }, async ({ params, body, session }) => ({
    suspension: await suspendUser(moderation, session, params.username, body),
  }));

  route(http, calls.liftSuspension, { limits: [perPerson('writes')] }, async ({ params, session }) => {
    await liftSuspension(moderation, session, params.username);
    return { suspension: null };
  });
}

function registerAppeals(http: Http, moderation: Moderation): void {
  route(http, calls.listDecisions, { limits: [perPerson('reads')] }, async ({ query, session }) => ({
    decisions: await listDecisions(moderation, session, query),
  }));

  route(
    http,
    calls.appeal,
    { limits: [perPerson('writes'), perPerson('own-appeals')] },
    async ({ params, body, session }) => ({
      appeal: await appealDecision(moderation, session.userId, params.decision_id, body.text),
    }),
  );

  route(http, calls.readDecisionByToken, { limits: [perAddress('appeals')] }, async ({ body }) => ({
    decision: await readByToken(moderation, body.token),
  }));

  route(http, calls.appealByToken, { limits: [perAddress('appeals')] }, async ({ body }) => ({
    appeal: await appealByToken(moderation, body.token, body.text),
  }));

  route(http, calls.listAppeals, { limits: [perPerson('reads')] }, async ({ query, session }) => ({
    appeals: await listAppeals(moderation, session, query),
  }));

  route(http, calls.decideAppeal, { limits: [perPerson('writes')] }, async ({ params, body, session }) => ({
    appeal: await judgeAppeal(moderation, session, params.appeal_id, body),
  }));
}
