import type { ReportKind } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { handlesOf } from '#features/communities/public.ts';
import type { Platform } from '#platform/platform.ts';
import { issueMailedToken } from './appeals.service.ts';
import { answerMail, decisionMail, reportMail } from './moderation.mail.ts';
import { deleteExpiredTokens, findAppeal, findDecision, listPeople } from './moderation.queries.ts';
import { findReport, listReporters } from './reports.queries.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Notifies the person a decision concerns. */
    'moderation.tell': { decisionId: string };
    /** Notifies reporters, starting after one of them, of the decision about their report. */
    'moderation.tell-reporters': { reportId: string; after: string };
    /** Notifies the person who appealed of the outcome. */
    'moderation.tell-answer': { appealId: string };
    'moderation.remove-expired': Record<string, never>;
  }
}

const nouns: Record<ReportKind, string> = {
  post: 'post',
  comment: 'comment',
  message: 'message',
  user: 'profile',
  community: 'community',
};

/** How many reporters one job notifies. */
const notifiedAtOnce = 100;

/** The mails are sent by jobs, because some contain a secret, and a thing may have thousands of reporters. */
export function defineModerationJobs(platform: Platform): void {
  const { db, clock, jobs, mail } = platform;

  jobs.define('moderation.tell', async ({ decisionId }) => {
    const row = await findDecision(db.kysely, decisionId);
    const user = row && (await listPeople(db.kysely, [row.user_id])).get(row.user_id ?? '');
    if (!row || !user || row.action === 'dismiss') return;
    const handles = await handlesOf(db.kysely, row.community_id === null ? [] : [row.community_id]);
    const notice = {
      action: row.action,
      noun: row.kind && nouns[row.kind],
      text: row.text,
      ruleText: row.rule_text,
      until: row.until,
      community: (row.community_id !== null && handles.get(row.community_id)) || null,
      // Only suspended people can't log in to appeal.
      token: row.action === 'suspend' ? await issueMailedToken(platform, db.kysely, row.id) : null,
    };
    if (user.email !== null) await mail.deliver(user.email, decisionMail(user.username, notice));
  });

  jobs.define('moderation.tell-reporters', async ({ reportId, after }) => {
    const report = await findReport(db.kysely, reportId);
    const decision = report?.decision_id == null ? undefined : await findDecision(db.kysely, report.decision_id);
    if (!report || !decision) return;
    await db.transaction(async (tx) => {
      const ids = await listReporters(tx, reportId, after, notifiedAtOnce);
      const people = await listPeople(tx, ids);
      const content = reportMail(nouns[report.kind], decision.action === 'dismiss');
      for (const { email } of people.values()) if (email !== null) await mail.send(tx, email, content);
      const last = ids.at(-1);
      if (ids.length === notifiedAtOnce && last !== undefined) {
        await jobs.add(tx, 'moderation.tell-reporters', { reportId, after: last });
      }
    });
  });

  jobs.define('moderation.tell-answer', async ({ appealId }) => {
    const appeal = await findAppeal(db.kysely, appealId);
    const user = appeal && (await listPeople(db.kysely, [appeal.user_id])).get(appeal.user_id);
    if (!appeal || !user || appeal.state === 'open') return;
    const isLifted = (await findDecision(db.kysely, appeal.decision_id))?.state === 'lifted';
    const answer = { outcome: isLifted ? ('lifted' as const) : appeal.state, text: appeal.answer ?? '' };
    if (user.email !== null) await mail.deliver(user.email, answerMail(user.username, answer));
  });

  jobs.define('moderation.remove-expired', async () => await deleteExpiredTokens(db.kysely, clock.now()), {
    every: '17 3 * * *',
  });
}
