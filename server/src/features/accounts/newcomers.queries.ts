import type { Hot, Statement } from '#platform/database/database.ts';
import { sessionOfToken } from '#platform/database/session-statement.ts';
import { isNewcomerText } from './newcomers.access.ts';

const newcomerStatement: Statement = {
  name: 'accounts-newcomer',
  text: `select users.id from (${sessionOfToken}) session
    join users on users.id = session.user_id where ${isNewcomerText('users', '$2::timestamptz')}`,
};

/** The caller's id if their account was created after a moment. */
export async function findNewcomer(hot: Hot, tokenHash: Buffer, since: Date): Promise<string | undefined> {
  const [row] = await hot.query<{ id: string }>(newcomerStatement, [tokenHash, since]);
  return row?.id;
}
