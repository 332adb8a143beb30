import {
  type AliasableExpression,
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  type Expression,
  expressionBuilder,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type SelectType,
  type SqlBool,
  sql,
} from 'kysely';
import type { Tables } from './tables.ts';

/** A condition, for `where`, `case` and others. They compose: no condition is a string. */
export type Condition = AliasableExpression<SqlBool>;

/** A value in a statement: a column, a given value, or an expression of them. */
export type Value<T> = AliasableExpression<T>;

/** A value that's the id of something. */
export type Id = AliasableExpression<string>;

/** Builds standalone expressions, such as the conditions of `*.access.ts`. */
export const eb = expressionBuilder<Tables>();
export const { not, exists, val } = eb;

/** Whether all conditions are met. */
export const and = (...conditions: Condition[]): Condition => eb.and(conditions);

/** Whether one of the conditions is met. */
export const or = (...conditions: Condition[]): Condition => eb.or(conditions);

/** A condition as a column. */
export const fact = (condition: Condition): Value<boolean> => condition as Value<boolean>;

/** A call of one of the database's functions. */
export const call = <T>(name: string, ...values: Value<unknown>[]): Value<T> => eb.fn<T>(name, values);

/** Whether two texts are the same, ignoring case. Indexes are on the left one. */
export const isSameText = (one: Value<string>, other: Value<string>): Condition =>
  eb(call<string>('lower', one), '=', call<string>('lower', other));

/** For `=`: whether it's one of these values. */
export const anyOf = <T>(values: readonly T[]): Value<T> => eb.fn.any<T>(val([...values]));

/**
 * For `offset`: makes the planner look up a subquery's row by its key each time, rather than turn it into a join whose size it would have
 * to guess.
 */
export const byKey = sql.lit(0);

/**
 * A given value that the planner doesn't see: some values, such as people who have nearly nothing, make a plan seem cheaper than the cached
 * one, so it would plan anew each time, which takes longer than running the statement.
 */
export const unforeseen = <T>(value: RawBuilder<T>, type: string): RawBuilder<T> =>
  sql<T>`(select ${value}::${sql.raw(type)})`;

/** The columns of a row, by name. Comparing a null one gives null, as everywhere in SQL. */
export type Row<Table extends keyof Tables> = {
  readonly [Column in keyof Tables[Table]]: Value<NonNullable<SelectType<Tables[Table][Column]>>>;
};

/** The row of a table that a statement selects from, by the name that it has there. */
export const row = <Table extends keyof Tables>(table: Table, as: string = table): Row<Table> =>
  new Proxy({} as Row<Table>, { get: (_, column) => sql.ref(`${as}.${String(column)}`) });

/** Stands in for a value while a statement is compiled. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A value that's given whenever a statement runs. */
export const placeholder = <T>(name: string): RawBuilder<T> => sql<T>`${new Placeholder(name)}`;

/** Gives each value a single number, even if it appears several times. Values known while a statement is built become part of its text. */
class NamedValues extends PostgresQueryCompiler {
  readonly #numbers = new Map<string, string>();

  override compileQuery(...given: Parameters<PostgresQueryCompiler['compileQuery']>): CompiledQuery {
    this.#numbers.clear();
    return super.compileQuery(...given);
  }

  protected override appendValue(value: unknown): void {
    if (!(value instanceof Placeholder)) {
      this.appendImmediateValue(Array.isArray(value) ? `{${value.map((each) => JSON.stringify(each)).join()}}` : value);
      return;
    }
    const known = this.#numbers.get(value.name);
    if (known !== undefined) {
      this.append(known);
      return;
    }
    super.appendValue(value);
    this.#numbers.set(value.name, `$${this.numParameters}`);
  }
}

/** Only builds and compiles. */
export const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new NamedValues(),
  },
});

/** The text of a query, and the value for each of its numbers. */
export function compileNamed(query: Compilable | RawBuilder<unknown>): { text: string; values: string[] } {
  const { sql: text, parameters } = query.compile(builder);
  return { text, values: parameters.map((each) => (each as Placeholder).name) };
}

/** Returns the same object for expressions with the same text. */
export function identityOf(expression: Expression<unknown>): string {
  const { sql: text, parameters } = sql`${expression}`.compile(builder);
  return text + JSON.stringify(parameters);
}
