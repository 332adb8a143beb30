import { endpoints } from '@hubbub/contract/index.ts';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { HttpError } from '#platform/errors/errors.ts';
import { checkBody, checkParameters } from './validation.ts';

/** The validation library's default texts. */
const libraryText = /^(invalid|too (big|small)|unrecognized|expected)\b|: expected|received/i;

const wrong: readonly unknown[] = [
  undefined,
  null,
  {},
  [],
  '',
  ' ',
  'x',
  'x'.repeat(100_000),
  -1,
  0.5,
  1e300,
  true,
  [{}],
  [''],
  ['x'],
];

const keysOf = (schema: z.ZodType): string[] =>
  'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null ? Object.keys(schema.shape) : [];

/** Every text that a refusal of these values has. */
function refusalsOf(check: () => unknown): string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return Object.values(error.body.error as Record<string, unknown>).map(String);
  }
}

const checked = Object.entries(endpoints).flatMap(([name, { body, query, multipart }]) => [
  ...(body ? [{ name, part: 'body', schema: body, check: checkBody }] : []),
  ...(multipart ? [{ name, part: 'form', schema: multipart.fields, check: checkBody }] : []),
  ...(query ? [{ name, part: 'query', schema: query, check: checkParameters }] : []),
]);

test.each(checked)('$name refuses a wrong $part in our own words', ({ schema, check }) => {
  const keys = keysOf(schema);
  const inputs = [
    ...wrong,
    ...wrong.flatMap((value) => keys.map((key) => ({ [key]: value }))),
    ...wrong.map((value) => Object.fromEntries(keys.map((key) => [key, value]))),
  ];
  const texts = new Set(inputs.flatMap((input) => refusalsOf(() => check(schema, input))));
  expect([...texts].filter((text) => libraryText.test(text))).toEqual([]);
});
