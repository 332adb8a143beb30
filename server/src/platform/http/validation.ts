import { z } from 'zod';
import { invalid, malformed } from '#platform/errors/errors.ts';

type Issue = z.core.$ZodIssue;

/** The error for a field that has no text of its own in the contract. */
function fallbackText(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return 'This is missing.';
  switch (issue.code) {
    case 'invalid_type':
      return `Send a value of the type ${issue.expected} here.`;
    case 'invalid_value':
      return `Send one of ${issue.values.join(', ')} here.`;
    case 'too_big':
      return `This is too long or too large: at most ${issue.maximum}.`;
    case 'too_small':
      return `This is too short or too small: at least ${issue.minimum}.`;
    default:
      return "This doesn't have the right form. The API's documentation says which it takes.";
  }
}

z.config({ customError: fallbackText });

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), value);

/** The issues with a null that isn't a missing value: it's in a list, or the field may be left out. */
function nullsOfOtherType(schema: z.ZodType, value: unknown, issues: readonly Issue[]): Set<Issue> {
  const nulls = issues.filter(({ input, path }) => input === null && path.length > 0);
  if (nulls.length === 0) return new Set();
  const rest: unknown = structuredClone(value);
  const around = new Map(nulls.map((issue) => [issue, valueAt(rest, issue.path.slice(0, -1))]));
  for (const [{ path }, parent] of around) {
    if (typeof parent === 'object' && parent !== null && !Array.isArray(parent))
      Reflect.deleteProperty(parent, path.at(-1) ?? '');
  }
  const missing = new Set(schema.safeParse(rest).error?.issues.map(({ path }) => path.join()));
  return new Set(nulls.filter((issue) => Array.isArray(around.get(issue)) || !missing.has(issue.path.join())));
}

/** A value of the wrong type is malformed (400); one that's missing or breaks a rule of the contract is invalid (422). */
function malformedOf(schema: z.ZodType, value: unknown, issues: readonly Issue[]): Issue[] {
  const nulls = nullsOfOtherType(schema, value, issues);
  return issues.filter((issue) => {
    const { code, input: given, path } = issue;
    const isOtherType =
      code === 'invalid_type' ||
      code === 'invalid_union' ||
      (code === 'invalid_value' && issue.values.every((wanted) => typeof wanted !== typeof given));
    return isOtherType && (path.length === 0 || nulls.has(issue) || (given !== undefined && given !== null));
  });
}

const wantedType = (issue: Issue): string => {
  if (issue.code === 'invalid_type') return `a value of the type ${issue.expected}`;
  return issue.code === 'invalid_value' ? `one of ${issue.values.join(', ')}` : 'a value of another type';
};

/** Each field's first error text, in field order. */
function fieldTexts(issues: readonly Issue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const field = issue.path.map(String).join('.') || 'body';
    fields[field] ??= issue.message;
  }
  return fields;
}

/**
 * Validates a body against the contract.
 * @throws {HttpError} 400 for a value of the wrong type, 422 with a text for each field that breaks a rule
 */
export function checkBody<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  // Parts of forms are JSON that only the schema reads, so what's wrong in them is in the issue alone.
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const { issues } = result.error;
  const broken = malformedOf(schema, value, issues);
  if (broken.length > 0) {
    if (broken.some((issue) => issue.path.length === 0)) throw malformed('Send a JSON object.');
    throw malformed(
      Object.fromEntries(broken.map((issue) => [issue.path.map(String).join('.'), `Send ${wantedType(issue)} here.`])),
    );
  }
  throw invalid(fieldTexts(issues));
}

/**
 * Validates JSON against the fields of a form, in which everything that isn't text is written as text. JSON has types of
 * its own.
 * @throws {HttpError} like `checkBody`
 */
export function checkFieldsAsJson<T extends z.ZodObject>(fields: T, given: unknown): z.output<T> {
  const checked = checkBody(fields, given);
  const isText = (name: string) => typeof valueAt(given, [name]) === 'string';
  const converted = Object.entries(checked).filter(
    ([name, value]) => isText(name) && (typeof value === 'boolean' || Array.isArray(value)),
  );
  if (converted.length === 0) return checked;
  const wanted = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);
  throw malformed(
    Object.fromEntries(converted.map(([name, value]) => [name, `Send a value of the type ${wanted(value)} here.`])),
  );
}

/**
 * Validates path parameters or the query against the contract.
 * @throws {HttpError} 400 with a text for each invalid parameter
 */
export function checkParameters<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw malformed(fieldTexts(result.error.issues));
}
