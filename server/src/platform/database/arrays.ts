import { type Expression, type RawBuilder, sql } from 'kysely';

/** Values as an array of a PostgreSQL type: given now, or whenever a statement runs. */
export const array = <T>(values: readonly T[] | RawBuilder<readonly T[]>, type: string): RawBuilder<T[]> =>
  sql<T[]>`${Array.isArray(values) ? [...values] : values}::${sql.raw(type)}[]`;

/** The same; `select` keeps the planner from seeing how many there are: for few, it would plan anew each time. */
export const arrayOf = <T>(values: readonly T[] | RawBuilder<readonly T[]>, type: string): RawBuilder<T[]> =>
  sql<T[]>`(select ${array(values, type)})`;

/** For `=`: one of these values, whose number the planner doesn't see. */
export const anyPrepared = <T>(values: readonly T[] | RawBuilder<readonly T[]>, type: string): RawBuilder<T> =>
  sql<T>`any(${arrayOf(values, type)}::${sql.raw(type)}[])`;

type Columns = Readonly<Record<string, Expression<readonly unknown[]>>>;
type RowOf<Given extends Columns> = {
  [Column in keyof Given]: Given[Column] extends Expression<readonly (infer T)[]> ? T : never;
};

const named = <As extends string>(as: As, columns: readonly string[]) =>
  sql<As>`${sql.id(as)}(${sql.join(columns.map((column) => sql.id(column)))})`;

/** A row for each element of some arrays, one for each column. */
export const unnest = <As extends string, Given extends Columns>(as: As, columns: Given) =>
  sql<RowOf<Given>>`unnest(${sql.join(Object.values(columns))})`.as<As>(named(as, Object.keys(columns)));

/** The same, and in `ordinality` which it is, from 1. */
export const unnestInOrder = <As extends string, Given extends Columns>(as: As, columns: Given) =>
  sql<RowOf<Given> & { ordinality: number }>`unnest(${sql.join(Object.values(columns))}) with ordinality`.as<As>(
    named(as, [...Object.keys(columns), 'ordinality']),
  );
