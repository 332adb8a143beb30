import { type Compilable, CompiledQuery, type QueryCreator, type RawBuilder } from 'kysely';
import { checkArrays } from './arrays.ts';
import type { Db } from './database.ts';
import { builder, compileNamed, placeholder } from './expressions.ts';
import type { Pipeline } from './pipelined-connections.ts';
import type { Tables } from './tables.ts';

/** A statement's values by name, as expressions that stand in for them while it's being built. */
export type Given<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

/** The values of any statement, while it's being built. */
const given = new Proxy({}, { get: (_, name) => placeholder(String(name)) });

export interface StatementOptions<Values> {
  /** A replica may answer it (docs/decisions/0007). */
  mayLag?: true;
  /** The types of its values, none of which is null, if one statement may run for several calls at the same time: see `Statement.together`. */
  together?: { readonly [Name in keyof Values]: string };
}

/**
 * A typed statement, which is built and compiled once, on first use, and prepared once per connection; in a transaction, it isn't prepared.
 * @param name unique across the server, at most 63 bytes
 */
export function statement<Values extends object, Row extends object>(
  name: string,
  build: (db: QueryCreator<Tables>, given: Given<Values>) => Compilable<Row> | RawBuilder<Row>,
  { mayLag, together }: StatementOptions<Values> = {},
): (on: Pipeline | Db, values: Values) => Promise<Row[]> {
  const compile = () => {
    const { text, values } = compileNamed(build(builder, given as Given<Values>));
    checkArrays(text);
    const types = together && values.map((each) => together[each as keyof Values]);
    return { values, prepared: { name, text, ...(mayLag && { mayLag }), ...(types && { together: types }) } };
  };
  let compiled: ReturnType<typeof compile> | undefined;
  return async (on, values) => {
    compiled ??= compile();
    const given = compiled.values.map((each) => values[each as keyof Values]);
    if ('query' in on) return await on.query<Row>(compiled.prepared, given);
    return (await on.executeQuery<Row>(CompiledQuery.raw(compiled.prepared.text, given))).rows;
  };
}
