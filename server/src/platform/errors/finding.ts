/** The doctor's finding about one thing. */
export interface Finding {
  /** What was checked, such as `database`. */
  about: string;
  /** `failed`: something doesn't work; `warning`: it works, but won't always; `off`: it isn't set up, and doesn't have to be. */
  state: 'ok' | 'warning' | 'failed' | 'off';
  /** A sentence: what the doctor found. */
  found: string;
  /** A sentence: what to do; for `warning` and `failed`. */
  fix?: string;
}

/** Shorthands for findings about one thing. */
export function findingsAbout(about: string) {
  return {
    ok: (found: string): Finding => ({ about, state: 'ok', found }),
    off: (found: string): Finding => ({ about, state: 'off', found }),
    warning: (found: string, fix: string): Finding => ({ about, state: 'warning', found, fix }),
    failed: (found: string, fix: string): Finding => ({ about, state: 'failed', found, fix }),
  };
}

/** An error in a few words without secrets: its code or its message. */
export function messageOf(error: unknown): string {
  const { code, message, cause, errors } = error as Error & { code?: string; errors?: unknown[] };
  if (cause !== undefined) return messageOf(cause);
  if (Array.isArray(errors) && errors.length > 0) return messageOf(errors[0]);
  const words = String(message ?? error).replaceAll(/(\w+:\/\/)[^@\s/]*@/g, '$1…@');
  return code && !words.includes(code) ? `${code}: ${words}` : words;
}
