const prefix = 'draft:';

/** What a person typed under `name` in this tab, also before a reload; null when there is nothing. Never give it a password. */
export function readDraft(name: string): string | null {
  try {
    return sessionStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

/** Keeps what a person typed; an empty text forgets it. */
export function writeDraft(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(prefix + name);
    else sessionStorage.setItem(prefix + name, text);
  } catch {
    // Storage is blocked or full: the text lives as long as the page.
  }
}

/** Forgets all drafts; a person who logs out leaves nothing behind. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix)) sessionStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked: there is nothing to forget.
  }
}

/** The draft of some fields of a form, kept together under `name`. */
export function formDraft(name: string, fields: readonly string[]) {
  return {
    read(): Record<string, string> {
      try {
        const stored: unknown = JSON.parse(readDraft(name) ?? '{}');
        if (typeof stored !== 'object' || stored === null) return {};
        return Object.fromEntries(
          Object.entries(stored).filter(([key, value]) => fields.includes(key) && typeof value === 'string'),
        );
      } catch {
        return {};
      }
    },
    write(values: Record<string, unknown>): void {
      writeDraft(name, JSON.stringify(Object.fromEntries(fields.map((field) => [field, values[field] ?? '']))));
    },
    forget(): void {
      writeDraft(name, '');
    },
  };
}
