import { HttpError } from '#platform/errors/errors.ts';
import { messageIdOf } from './messages.rules.ts';
import {
  changeOf,
  type Found,
  type Reacting,
  type ReactingAnswer,
  type ReactionsOutcome,
  requireReacting,
} from './reaction-tally.service.ts';
import type { AddedRow } from './reactions-add.queries.ts';

/** @returns what somebody who reacts has found, or why they can't; undefined without a session */
function finding(row: AddedRow, draft: Reacting): Found | HttpError | undefined {
  if (!row.isThere) return undefined;
  try {
    return requireReacting(row, draft);
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

/**
 * What became of reactions to add.
 * @param rows the one of each
 * @returns `left`: those that weren't added, and don't say why
 */
export function outcomeOfAdding(
  drafts: readonly Reacting[],
  rows: readonly AddedRow[],
): ReactionsOutcome & { left: Reacting[] } {
  const answers: ReactionsOutcome['answers'] = new Map();
  const left: Reacting[] = [];
  /** What was added, by person and message. */
  const own = new Map<string, Set<string>>();
  const done: { draft: Reacting; row: AddedRow; found: Found; key: string }[] = [];
  const changes: ReactionsOutcome['changes'] = [];
  for (const [index, draft] of drafts.entries()) {
    const row = rows[index] as AddedRow;
    const found = finding(row, draft);
    if (!found || found instanceof HttpError) {
      answers.set(draft, found);
      continue;
    }
    const key = `${found.userId} ${draft.id}`;
    const isNew = !row.own.includes(draft.emoji);
    if (isNew && row.now_revision === null) {
      left.push(draft);
      continue;
    }
    const theirs = own.get(key) ?? new Set(row.own);
    own.set(key, theirs);
    if (!theirs.has(draft.emoji)) changes.push(changeOf({ ...found, ...draft }));
    theirs.add(draft.emoji);
    done.push({ draft, row, found, key });
  }
  for (const { draft, row, found, key } of done) answers.set(draft, answerOf(row, found, own.get(key)));
  return { answers, changes, left };
}

function answerOf(row: AddedRow, { userId, message }: Found, own: ReadonlySet<string> | undefined): ReactingAnswer {
  const kinds = row.now_revision === null ? row.kinds : row.now_kinds;
  const reactions = message.isShown
    ? (kinds ?? []).map(({ emoji, count }) => ({ emoji, count, mine: own?.has(emoji) === true }))
    : [];
  const revision = messageIdOf(row.now_revision ?? row.revision);
  return { body: { reactions, revision }, userId, stale: row.stale };
}
