import type { Tx } from '#platform/database/database.ts';
import { issueAnsweredToken } from './appeals.service.ts';
import { type Moderation, subscribeDecisions } from './decisions.service.ts';
import { deleteDecisionsAbout, listAppealsOf } from './moderation.queries.ts';
import { outcomeOf } from './moderation.rules.ts';
import { forgetPerson } from './reports.queries.ts';

/** The feature's reactions to other features' events. */
export function subscribeModeration(moderation: Moderation): void {
  const { deferred, events } = moderation.platform;
  subscribeDecisions(moderation);

  events.on('account.suspended-log-in', async (tx, { decisionId, answer }) => {
    answer.appealToken = await issueAnsweredToken(moderation.platform, tx, decisionId);
    const [appeal] = await listAppealsOf(tx, [decisionId]);
    if (appeal) answer.outcome = outcomeOf(appeal);
  });

  events.on('account.deleted', async (tx: Tx, { userId }) => {
    await deferred.emit(tx, 'moderation.forgotten', await forgetPerson(tx, userId));
    await deferred.emit(tx, 'moderation.judged', await deleteDecisionsAbout(tx, userId));
  });
}
