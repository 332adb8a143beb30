/**
 * What is typed before anybody is signed in lives in its tab, and no longer: nobody knows yet whose it is. Everything else is in `drafts.ts`.
 */
const prefix = 'draft:';

/** What a person typed under `name` in this tab, also before a reload; null when there is nothing. Never give it a password. */
export function readTabDraft(name: string): string | null {
  try {
    return sessionStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

/** Keeps what a person typed; an empty text forgets it. */
export function writeTabDraft(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(prefix + name);
    else sessionStorage.setItem(prefix + name, text);
  } catch {
    // Storage is blocked or full: the text lives as long as the page.
  }
}

/** Forgets all of this tab; a person who logs out leaves nothing behind. */
export function clearTabDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix)) sessionStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked: there is nothing to forget.
  }
}

/** The draft of some fields of a form, kept together under `name`. */
export function tabFormDraft(name: string, fields: readonly string[]) {
  return {
    read(): Record<string, string> {
      try {
        const stored: unknown = JSON.parse(readTabDraft(name) ?? '{}');
        if (typeof stored !== 'object' || stored === null) return {};
        return Object.fromEntries(
          Object.entries(stored).filter(([key, value]) => fields.includes(key) && typeof value === 'string'),
        );
      } catch {
        return {};
      }
    },
    write(values: Record<string, unknown>): void {
      writeTabDraft(name, JSON.stringify(Object.fromEntries(fields.map((field) => [field, values[field] ?? '']))));
    },
    forget(): void {
      writeTabDraft(name, '');
    },
  };
}
