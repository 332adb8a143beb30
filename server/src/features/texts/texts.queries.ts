import { isActivatedText } from '#features/accounts/public.ts';
import { visibleToText } from '#features/relations/public.ts';
import type { Hot, Statement } from '#platform/database/database.ts';
import { sessionOfToken } from '#platform/database/session-statement.ts';

/** Who may see a text, and so be mentioned in it. */
export interface Audience {
  /** Unique across the product; part of the statement's name. */
  name: string;
  /** A condition on a row of `users`; `$3` is the place as text, or null. */
  sees: string;
  /** A condition: whether the author, whose id is the expression, may mention everyone. */
  mayMentionEveryone?: (authorId: string) => string;
}

/** Whether a person may see what's written in a place: a condition on a row of `users`. @param place an expression: the place as text */
export const seesPlace = ({ sees }: Audience, place: string): string => sees.replaceAll('$3', place);

const statements = new Map<string, Statement>();

function mentionedStatement({ name, sees, mayMentionEveryone }: Audience): Statement {
  let statement = statements.get(name);
  if (!statement) {
    statement = {
      name: `texts-mentioned-${name}`,
      text: `select users.id, lower(users.username) as name from (${sessionOfToken}) author cross join users
          where lower(users.username) = any($2::text[]) and ${isActivatedText('users')}
            and ${visibleToText('author.user_id', 'users.id')} and ${sees}
        union all
        select null, 'everyone' from (${sessionOfToken}) author
          where 'everyone' = any($2::text[]) and ${mayMentionEveryone?.('author.user_id') ?? 'false'}`,
    };
    statements.set(name, statement);
  }
  return statement;
}

/** Those among some names, in lowercase, that an author may mention in a place; everyone has no id. */
export async function findMentioned(
  hot: Hot,
  audience: Audience,
  { tokenHash, names, place }: { tokenHash: Buffer; names: readonly string[]; place: string | null },
): Promise<{ id: string | null; name: string }[]> {
  return await hot.query(mentionedStatement(audience), [tokenHash, names, place]);
}
