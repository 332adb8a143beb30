import type { MessageRow, StoredRow } from './store.queries.ts';

/** The outcome of one message. */
export interface Stored {
  row: StoredRow | undefined;
  roomId: string;
}

/**
 * Stores messages. If two with the same `client_id` are for different rooms, the second one is stored afterwards, so that it finds the
 * first.
 */
export async function storeDistinct(
  rows: readonly MessageRow[],
  store: (rows: readonly MessageRow[]) => Promise<readonly StoredRow[]>,
): Promise<Stored[]> {
  const rooms = new Map<string | undefined, string>();
  const isElsewhere = rows.map((row) => {
    const name = attemptOf(row);
    const room = rooms.get(name) ?? row.roomId;
    if (name !== undefined) rooms.set(name, room);
    return room !== row.roomId;
  });
  const now = rows.filter((_, index) => !isElsewhere[index]);
  const { first, indexes } = distinctAttempts(now);
  const stored = await store(first);
  const answers = now.map(({ roomId }, index) => {
    const { index: number, isFirst } = indexes[index] as AttemptIndex;
    const row = stored[number];
    return { row: isFirst || !row ? row : { ...row, fresh: false }, roomId };
  });
  if (now.length === rows.length) return answers;
  const later = await storeDistinct(
    rows.filter((_, index) => isElsewhere[index]),
    store,
  );
  return isElsewhere.map((is) => (is ? later : answers).shift() as Stored);
}

/** Identifies an attempt, whatever its room. Undefined: it has no `client_id`. */
const attemptOf = ({ tokenHash, clientId }: MessageRow): string | undefined =>
  clientId === null ? undefined : `${tokenHash.toString('latin1')} ${clientId}`;

/** The position of a message's answer, and whether it's the first one with its `client_id`. */
interface AttemptIndex {
  index: number;
  isFirst: boolean;
}

/**
 * Leaves out repeated attempts, because a statement can't change one row twice; they share the answer of the first one with their
 * `client_id`.
 */
function distinctAttempts(rows: readonly MessageRow[]): { first: MessageRow[]; indexes: AttemptIndex[] } {
  const first: MessageRow[] = [];
  const known = new Map<string, number>();
  const indexes = rows.map((row) => {
    const name = attemptOf(row);
    const index = name === undefined ? undefined : known.get(name);
    if (index !== undefined) return { index, isFirst: false };
    first.push(row);
    if (name !== undefined) known.set(name, first.length - 1);
    return { index: first.length - 1, isFirst: true };
  });
  return { first, indexes };
}
