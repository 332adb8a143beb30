/** A queued dialog's appearance, while it waits and while it's shown. */
export interface AlertItem {
  readonly kind: 'alert' | 'confirm';
  readonly text: string;
  /** Shown below the text. */
  readonly details?: string | undefined;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  /** A second way to go on. */
  readonly otherLabel?: string | undefined;
  readonly danger: boolean;
  readonly settle: (answer: AlertAnswer) => void;
}

export type AlertAnswer = 'confirmed' | 'other' | 'declined';

interface ConfirmOptions {
  /** The consequence, shown below the question. */
  details?: string | undefined;
  confirmLabel?: string | undefined;
  cancelLabel?: string | undefined;
  /** The action is destructive: its button is red. */
  danger?: boolean | undefined;
}

interface ChoiceOptions extends ConfirmOptions {
  /** The second way to go on. */
  otherLabel: string;
}

let queue: readonly AlertItem[] = [];
const listeners = new Set<() => void>();

function change(next: readonly AlertItem[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

/** Shows a text with an OK button, after those already in the queue. Resolves when the person has closed it. */
export function showAlert(text: string): Promise<void> {
  return new Promise((resolve) => {
    change([
      ...queue,
      { kind: 'alert', text, confirmLabel: 'OK', cancelLabel: '', danger: false, settle: () => resolve() },
    ]);
  });
}

/** Shows each text in its own dialog, one after the other. Resolves when the last one is closed. */
export async function showAlerts(texts: readonly string[]): Promise<void> {
  await Promise.all(texts.map(showAlert));
}

/** Asks a question. Resolves to true only if the person confirmed; Esc means no. */
export async function confirm(text: string, options: ConfirmOptions = {}): Promise<boolean> {
  return (await ask(text, options)) === 'confirmed';
}

/** Asks a question that has two ways to go on. Esc declines both. */
export const choose = (text: string, options: ChoiceOptions): Promise<AlertAnswer> => ask(text, options);

function ask(text: string, options: ConfirmOptions & Partial<ChoiceOptions>): Promise<AlertAnswer> {
  const { confirmLabel = 'Yes', cancelLabel = 'No', danger = false, ...rest } = options;
  return new Promise((resolve) => {
    change([...queue, { ...rest, kind: 'confirm', text, confirmLabel, cancelLabel, danger, settle: resolve }]);
  });
}

/** Closes the current dialog and resolves its promise with the answer. */
export function answerAlert(item: AlertItem, answer: AlertAnswer): void {
  if (queue[0] !== item) return;
  change(queue.slice(1));
  item.settle(answer);
}

export function subscribeToAlerts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The dialog being shown. */
export function currentAlert(): AlertItem | undefined {
  return queue[0];
}
