/**
 * What's typed before anyone is signed in lives only in its tab, because we don't know yet whose it is. Everything else is in
 * `drafts.ts`.
 */
const prefix = 'draft:';

/** What a person typed under `name` in this tab, including before a reload; null if there's nothing. Never store a password here. */
export function readTabDraft(name: string): string | null {
  try {
    return sessionStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

/** Saves what a person typed; an empty text deletes it. */
export function writeTabDraft(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(prefix + name);
    else sessionStorage.setItem(prefix + name, text);
  } catch {
    // Storage is blocked or full: the text lives only as long as the page.
  }
}

/** Deletes all of this tab's drafts; a person who logs out leaves nothing behind. */
export function clearTabDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix)) sessionStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked, so there's nothing to delete.
  }
}

/** Deletes what else the tab stores, such as where its person was reading. */
export function clearTab(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (!key.startsWith(prefix)) sessionStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked, so there's nothing to delete.
  }
}

/** The draft of some of a form's fields, saved together under `name`. */
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
