/** `local`: for all tabs, until it's deleted; `session`: for this tab, until it's closed. */
type Area = 'local' | 'session';

// Reading the property throws where the storage is blocked.
const storageIn = (area: Area) => (area === 'local' ? localStorage : sessionStorage);

/** What the browser stores under a key; null: nothing, or its storage is blocked. */
export function readStored(key: string, area: Area = 'local'): string | null {
  try {
    return storageIn(area).getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, or deletes it (null). Where storage is blocked or full, nothing happens: pages work without what's stored. */
export function writeStored(key: string, text: string | null, area: Area = 'local'): void {
  try {
    if (text === null) storageIn(area).removeItem(key);
    else storageIn(area).setItem(key, text);
  } catch {
    // It lasts as long as the page.
  }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** The value that's stored as JSON; null: nothing, or no JSON. */
export const readStoredJson = (key: string, area?: Area): unknown => parse(readStored(key, area));

/** The texts in a list that's stored as JSON. */
export function textsIn(text: string | null): string[] {
  const value = parse(text);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
