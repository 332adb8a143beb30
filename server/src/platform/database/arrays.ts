import { type Expression, type RawBuilder, sql } from 'kysely';

/** Values as an array of a PostgreSQL type: given now, or whenever a statement runs. */
export const array = <T>(values: readonly T[] | RawBuilder<readonly T[]>, type: string): RawBuilder<T[]> =>
  sql<T[]>`${Array.isArray(values) ? [...values] : values}::${sql.raw(type)}[]`;

/** The same; `select` hides the number of values from the planner: for few, it would plan anew each time. */
export const arrayOf = <T>(values: readonly T[] | RawBuilder<readonly T[]>, type: string): RawBuilder<T[]> =>
  sql<T[]>`(select ${array(values, type)})`;

/** For `=`: one of these values; the planner doesn't see how many there are. */
export const anyPrepared = <T>(values: readonly T[] | RawBuilder<readonly T[]>, type: string): RawBuilder<T> =>
  sql<T>`any(${arrayOf(values, type)}::${sql.raw(type)}[])`;

/**
 * Checks the text of a `statement`, which is prepared.
 * @throws {Error} if the planner sees how many values an array has: it would plan anew each time, which can take longer than all the rest
 */
export function checkArrays(text: string): void {
  const [seen] = /(?<!\(select )\$\d+::\w+\[\]/.exec(text) ?? [];
  if (seen)
    throw new Error(`${seen} in a prepared statement: give it by arrayOf or anyPrepared. ${text.slice(0, 200)}`);
}

type Columns = Readonly<Record<string, Expression<readonly unknown[]>>>;
type RowOf<Given extends Columns> = {
  [Column in keyof Given]: Given[Column] extends Expression<readonly (infer T)[]> ? T : never;
};

const named = <As extends string>(as: As, columns: readonly string[]) =>
  sql<As>`${sql.id(as)}(${sql.join(columns.map((column) => sql.id(column)))})`;

/** A row for each position in some arrays, with a column for each array. */
export const unnest = <As extends string, Given extends Columns>(as: As, columns: Given) =>
  sql<RowOf<Given>>`unnest(${sql.join(Object.values(columns))})`.as<As>(named(as, Object.keys(columns)));

/** The same, with the position in `ordinality`, from 1. */
export const unnestInOrder = <As extends string, Given extends Columns>(as: As, columns: Given) =>
  sql<RowOf<Given> & { ordinality: number }>`unnest(${sql.join(Object.values(columns))}) with ordinality`.as<As>(
    named(as, [...Object.keys(columns), 'ordinality']),
  );
