import { sql } from 'kysely';
import { isActivated } from '#features/accounts/public.ts';
import { visibleTo } from '#features/relations/public.ts';
import type { Pipeline } from '#platform/database/database.ts';
import { type Condition, eb, type Id, row, type Value } from '#platform/database/expressions.ts';
import { type Given, sessionOf } from '#platform/database/session-statement.ts';
import { statement } from '#platform/database/statement.ts';

/** Who can see a text, and so can be mentioned in it. */
export interface Audience {
  /** Unique across the product; part of the statement's name. */
  name: string;
  /** Whether a person sees texts in a place; the place may be null. */
  sees: (person: Id, place: Value<string>) => Condition;
  /** Whether the author may mention everyone there. */
  mayMentionEveryone?: (author: Id, place: Value<string>) => Condition;
}

interface Asked {
  tokenHash: Buffer;
  names: readonly string[];
  place: string | null;
}

const users = row('users');

const mentionedStatement = ({ name, sees, mayMentionEveryone }: Audience) =>
  statement(`texts-mentioned-${name}`, (db, { tokenHash, names, place }: Given<Asked>) => {
    const author = sql.ref<string>('author.user_id');
    const among = eb.fn.any<string>(eb.cast<string[]>(names, sql`text[]`));
    const lowercase = eb.fn<string>('lower', [users.username]);
    return db
      .selectFrom(sessionOf(tokenHash).as('author'))
      .crossJoin('users')
      .select([eb.cast<string | null>(users.id, 'uuid').as('id'), lowercase.as('name')])
      .where(lowercase, '=', among)
      .where(isActivated(users))
      .where(visibleTo(author, users.id))
      .where(sees(users.id, place as Value<string>))
      .unionAll(
        db
          .selectFrom(sessionOf(tokenHash).as('author'))
          .select([sql.lit<string | null>(null).as('id'), sql.lit<string>('everyone').as('name')])
          .where(sql.lit<string>('everyone'), '=', among)
          .where(mayMentionEveryone?.(author, place as Value<string>) ?? eb.lit(false)),
      );
  });

const statements = new Map<string, ReturnType<typeof mentionedStatement>>();

/** The ones among some lowercase names that an author may mention in a place; everyone has no id. */
export async function findMentioned(
  pipeline: Pipeline,
  audience: Audience,
  asked: Asked,
): Promise<{ id: string | null; name: string }[]> {
  const known = statements.get(audience.name) ?? mentionedStatement(audience);
  statements.set(audience.name, known);
  return await known(pipeline, asked);
}
