import type {
  Decision,
  OwnDecision,
  Report,
  ReportKind,
  WaitingAppeal,
} from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import type { Author } from '@hubbub/contract/platform/shapes.ts';
import { viewAuthor } from '#features/accounts/public.ts';
import type { AppealRow, DecisionRow, PersonRow } from './moderation.queries.ts';
import { type Moderator, mayAppeal } from './moderation.rules.ts';
import type { ShownThing } from './things.service.ts';

type People = ReadonlyMap<string, PersonRow>;

/** Null: nobody, or the account is gone. */
export function authorOf(people: People, id: string | null): Author | null {
  const person = id === null ? undefined : people.get(id);
  return person ? viewAuthor(person) : null;
}

export const viewDecision = ({ id, action, text, until }: DecisionRow): Decision => ({
  decision_id: id,
  action,
  text,
  until: until?.toISOString() ?? null,
});

const withRule = (row: DecisionRow) => ({ ...viewDecision(row), rule: row.rule, rule_text: row.rule_text });

/** The subject of a report or decision; a thing that's gone has no content. */
export const viewSubject = (thing: ShownThing | undefined, author: Author | null) => ({
  author,
  content: thing?.content ?? '',
  files: thing?.files ?? [],
  gone: thing === undefined,
});

export type History = Report['history'];

/** A person's history, from counts by action. */
export function viewHistory(counts: readonly { action: string; number: number }[]): History {
  const of = (action: string) => counts.find((each) => each.action === action)?.number ?? 0;
  return { warnings: of('warn'), removals: of('remove'), bans: of('ban'), suspensions: of('suspend') };
}

/** A decision with its maker, as moderators see it. */
export const viewDecisionBy = (row: DecisionRow, people: People) => ({
  ...withRule(row),
  by: authorOf(people, row.decided_by),
});

/** An appeal as its maker sees it. */
export const viewOwnAppeal = ({ id, state, text, answer }: AppealRow): OwnDecision['appeal'] & object => ({
  appeal_id: id,
  state,
  text,
  answer,
});

interface AboutDecision {
  /** Undefined: it's gone, or the decision is about the person as such. */
  thing: ShownThing | undefined;
  author: Author | null;
  handle: string | null;
  appeal: AppealRow | undefined;
}

const subjectOf = (kind: ReportKind | null, { thing, author }: Pick<AboutDecision, 'thing' | 'author'>) => ({
  ...viewSubject(thing, author),
  kind,
  id: thing?.id ?? null,
});

/** A decision as the person it concerns sees it. */
export const viewOwnDecision = (row: DecisionRow, about: AboutDecision): OwnDecision => ({
  ...withRule(row),
  created_at: row.created_at.toISOString(),
  state: row.state,
  subject: subjectOf(row.kind, about),
  community_handle: about.handle,
  appeal: about.appeal ? viewOwnAppeal(about.appeal) : null,
  can_appeal: mayAppeal(row.user_id ?? '', {
    action: row.action,
    userId: row.user_id,
    isAppealed: about.appeal !== undefined,
    state: row.state,
  }),
});

/** An appeal as its judges see it. */
export const viewAppeal = (
  row: AppealRow,
  decision: DecisionRow,
  about: Omit<AboutDecision, 'appeal'> & { people: People; history: History },
): WaitingAppeal => ({
  appeal_id: row.id,
  decision: { ...viewDecisionBy(decision, about.people), created_at: decision.created_at.toISOString() },
  user: authorOf(about.people, row.user_id),
  text: row.text,
  state: row.state,
  created_at: row.created_at.toISOString(),
  subject: subjectOf(decision.kind, about),
  community_handle: about.handle,
  history: about.history,
});

/** Someone whose only rights to moderate are those of the site. */
export const onSite = (userId: string, standing: Moderator['standing']): Moderator => ({
  userId,
  standing,
  bans: false,
  edits: false,
});
