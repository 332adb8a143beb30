import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/** A schema, or a function that loads it: its library is large, and a form can be drawn and filled in without it. */
export type SchemaSource<Input, Output> = z.ZodType<Output, Input> | (() => Promise<z.ZodType<Output, Input>>);

/** The messages of broken rules in field order, without duplicates. */
function textsOf(issues: readonly { message: string }[]): string[] {
  return [...new Set(issues.map(({ message }) => message))];
}

const notLoaded = "We couldn't reach Hubbub. Check your connection and try again.";

/**
 * Lets the form library validate with a contract schema: each field's first broken rule becomes its error. On each validation,
 * `onTexts` receives the messages of all broken rules; none if all pass.
 */
export function contractResolver<Input extends FieldValues, Output>(
  source: SchemaSource<Input, Output>,
  onTexts: (texts: readonly string[]) => void,
): Resolver<Input, unknown, Output> {
  return async (values) => {
    const schema = typeof source === 'function' ? await source().catch(() => undefined) : source;
    if (schema === undefined) {
      onTexts([notLoaded]);
      return { values: {}, errors: { root: { type: 'load', message: notLoaded } } as FieldErrors<Input> };
    }
    const checked = schema.safeParse(values);
    onTexts(checked.success ? [] : textsOf(checked.error.issues));
    if (checked.success) return { values: checked.data, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, message } of checked.error.issues)
      errors[String(path[0] ?? 'root')] ??= { type: 'rule', message };
    return { values: {}, errors: errors as FieldErrors<Input> };
  };
}
