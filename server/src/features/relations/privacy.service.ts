import type { Db, Tx } from '#platform/database/database.ts';
import { findPrivacy, type Privacy, storePrivacy } from './privacy.queries.ts';
import { chosenOr } from './relations.rules.ts';

/** The effective choices of a person: their own, or else the site's defaults. */
export async function readPrivacy(db: Db, userId: string): Promise<Privacy> {
  const { chosen, proposed } = await findPrivacy(db, userId);
  return {
    read_marks: chosenOr(chosen.read_marks, proposed.read_marks),
    presence: chosenOr(chosen.presence, proposed.presence),
    messages_from: chosenOr(chosen.messages_from, proposed.messages_from),
  };
}

/** Changes a person's choices; those left out stay as they are. */
export async function setPrivacy(
  tx: Tx,
  userId: string,
  choices: { [Choice in keyof Privacy]?: Privacy[Choice] | undefined },
): Promise<void> {
  const given: Partial<Privacy> = Object.fromEntries(
    Object.entries(choices).filter(([, choice]) => choice !== undefined),
  );
  if (Object.keys(given).length > 0) await storePrivacy(tx, userId, given);
}
