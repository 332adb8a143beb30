import { z } from 'zod';
import { invalid, malformed } from '#platform/errors/errors.ts';

type Issue = z.core.$ZodIssue;

/** What a field's text is where the contract has none of its own. */
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

/** A value of the wrong type is malformed (400); one that's missing or breaks a rule of the contract is invalid (422). */
const isMalformed = (issue: Issue, value: unknown): boolean => {
  const given = valueAt(value, issue.path);
  const isOtherType =
    issue.code === 'invalid_type' ||
    issue.code === 'invalid_union' ||
    (issue.code === 'invalid_value' && issue.values.every((wanted) => typeof wanted !== typeof given));
  return isOtherType && (issue.path.length === 0 || (given !== undefined && given !== null));
};

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
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { issues } = result.error;
  const broken = issues.filter((issue) => isMalformed(issue, value));
  if (broken.length > 0) {
    if (broken.some((issue) => issue.path.length === 0)) throw malformed('Send a JSON object.');
    throw malformed(
      Object.fromEntries(broken.map((issue) => [issue.path.map(String).join('.'), `Send ${wantedType(issue)} here.`])),
    );
  }
  throw invalid(fieldTexts(issues));
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
