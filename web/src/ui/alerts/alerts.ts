/** What a dialog of the queue looks like while it waits and while it is shown. */
export interface AlertItem {
  readonly kind: 'alert' | 'confirm';
  readonly text: string;
  /** What stands below the text. */
  readonly details?: string | undefined;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly danger: boolean;
  readonly settle: (confirmed: boolean) => void;
}

interface ConfirmOptions {
  /** What comes of it, below the question. */
  details?: string | undefined;
  confirmLabel?: string | undefined;
  cancelLabel?: string | undefined;
  /** The action destroys something: its button is red. */
  danger?: boolean | undefined;
}

let queue: readonly AlertItem[] = [];
const listeners = new Set<() => void>();

function change(next: readonly AlertItem[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

/** Shows one text with an OK button, after those that wait already. Resolves when the person has closed it. */
export function showAlert(text: string): Promise<void> {
  return new Promise((resolve) => {
    change([
      ...queue,
      { kind: 'alert', text, confirmLabel: 'OK', cancelLabel: '', danger: false, settle: () => resolve() },
    ]);
  });
}

/** Shows each text in its own dialog, one after the other. Resolves when the last is closed. */
export async function showAlerts(texts: readonly string[]): Promise<void> {
  await Promise.all(texts.map(showAlert));
}

/** Asks a question. Resolves to true only when the person agreed; Esc is a no. */
export function confirm(text: string, options: ConfirmOptions = {}): Promise<boolean> {
  const { details, confirmLabel = 'Yes', cancelLabel = 'No', danger = false } = options;
  return new Promise((resolve) => {
    change([...queue, { kind: 'confirm', text, details, confirmLabel, cancelLabel, danger, settle: resolve }]);
  });
}

/** Closes the dialog that is shown and gives its promise the answer. */
export function answerAlert(item: AlertItem, confirmed: boolean): void {
  if (queue[0] !== item) return;
  change(queue.slice(1));
  item.settle(confirmed);
}

export function subscribeToAlerts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The dialog that is shown now. */
export function currentAlert(): AlertItem | undefined {
  return queue[0];
}
