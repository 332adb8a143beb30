import { sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import { ownRows } from '#platform/database/pages.ts';
import { noId } from '#platform/ids.ts';

interface OwnDecisionRow {
  decision_id: string;
  created_at: Date;
  action: string;
  kind: string | null;
  rule_text: string | null;
  text: string;
  until: Date | null;
  state: string;
  appeal: { created_at: unknown; text: string; state: string; answer: string | null } | null;
}

/** Decisions about a person, and their appeals, without the people who decided. */
export const ownDecisions = ownRows<OwnDecisionRow>(500, async (db, { userId, after, size }) => {
  return await db
    .selectFrom('decisions')
    .select(['id as decision_id', 'created_at', 'action', 'kind', 'rule_text', 'text', 'until', 'state'])
    .select((decision) =>
      jsonObjectFrom(
        decision
          .selectFrom('appeals')
          .select(['appeals.created_at', 'appeals.text', 'appeals.state', 'appeals.answer'])
          .whereRef('appeals.decision_id', '=', 'decisions.id')
          .where('appeals.user_id', '=', userId),
      ).as('appeal'),
    )
    .where('user_id', '=', userId)
    .where('action', '<>', 'dismiss')
    .where('id', '>', after?.decision_id ?? noId)
    .orderBy('id')
    .limit(size)
    .execute();
});

interface OwnReportRow {
  report_id: string;
  created_at: Date;
  kind: string;
  reason: string;
  text: string;
}

/** A person's reports, without the reported content, which belongs to others. */
export const ownReports = ownRows<OwnReportRow>(500, async (db, { userId, after, size }) => {
  const { rows } = await sql<OwnReportRow>`
    select voices.report_id, voices.created_at, reports.kind, voices.reason, voices.text
    from report_voices voices join reports on reports.id = voices.report_id
    where voices.user_id = ${userId} and voices.report_id > ${after?.report_id ?? noId}
    order by voices.report_id limit ${size}`.execute(db);
  return rows;
});
