import { readStored, readStoredJson, writeStored } from '#platform/browser-storage.ts';

/**
 * What's typed before anyone is signed in lives only in its tab, because we don't know yet whose it is. Everything else is in
 * `drafts.ts`.
 */
const prefix = 'draft:';

/** What a person typed under `name` in this tab, including before a reload; null if there's nothing. Never store a password here. */
export const readTabDraft = (name: string): string | null => readStored(prefix + name, 'session');

/** Saves what a person typed; an empty text deletes it. */
export const writeTabDraft = (name: string, text: string): void =>
  writeStored(prefix + name, text === '' ? null : text, 'session');

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
      const stored = readStoredJson(prefix + name, 'session');
      if (typeof stored !== 'object' || stored === null) return {};
      return Object.fromEntries(
        Object.entries(stored).filter(([key, value]) => fields.includes(key) && typeof value === 'string'),
      );
    },
    write(values: Record<string, unknown>): void {
      writeTabDraft(name, JSON.stringify(Object.fromEntries(fields.map((field) => [field, values[field] ?? '']))));
    },
    forget(): void {
      writeTabDraft(name, '');
    },
  };
}
