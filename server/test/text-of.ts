import { type Expression, sql } from 'kysely';
import { compileNamed } from '#platform/database/expressions.ts';

/** An expression as SQL, for the statements of tests, which are text. */
export const textOf = (expression: Expression<unknown>): string => compileNamed(sql`${expression}`).text;
