export interface ToastItem {
  readonly id: number;
  readonly tone: 'error' | 'success';
  readonly text: string;
}

let items: readonly ToastItem[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly ToastItem[]): void {
  items = next;
  for (const listener of listeners) listener();
}

function add(tone: ToastItem['tone'], text: string): void {
  lastId += 1;
  // The same text replaces its earlier toast, so that repeated failures don't pile up.
  change([...items.filter((item) => item.text !== text), { id: lastId, tone, text }]);
}

/** Short messages at the top right, gone after 2 s. Line breaks in the text are kept. */
export const toast = {
  error: (text: string) => add('error', text),
  success: (text: string) => add('success', text),
};

export function removeToast(id: number): void {
  change(items.filter((item) => item.id !== id));
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToasts(): readonly ToastItem[] {
  return items;
}
