/** An error's code, or that of what caused it; empty if there's none. */
export function codeOf(error: unknown): string {
  const { code, cause, errors } = error as Error & { code?: string; errors?: unknown[] };
  if (cause !== undefined) return codeOf(cause);
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : (code ?? '');
}

/** An error in a few words without secrets: its code or its message. */
export function messageOf(error: unknown): string {
  const { code, message, cause, errors } = error as Error & { code?: string; errors?: unknown[] };
  if (cause !== undefined) return messageOf(cause);
  if (Array.isArray(errors) && errors.length > 0) return messageOf(errors[0]);
  const words = String(message ?? error).replaceAll(/(\w+:\/\/)[^@\s/]*@/g, '$1…@');
  return code && !words.includes(code) ? `${code}: ${words}` : words;
}
