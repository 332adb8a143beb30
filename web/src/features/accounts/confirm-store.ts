import { ApiError } from '#platform/errors.ts';
import { createListeners } from '#platform/listeners.ts';

let waiting: { answer: (isConfirmed: boolean) => void; outcome: Promise<boolean> } | undefined;
const listeners = createListeners();

/** Whether the dialog is open right now. */
export const confirming = { state: (): boolean => waiting !== undefined, subscribe: listeners.subscribe };

/** Opens the dialog in which the person confirms that it's them. Calls that need it at the same time share one. */
function ask(): Promise<boolean> {
  // Nobody draws the dialog.
  if (listeners.isEmpty()) return Promise.resolve(false);
  if (waiting === undefined) {
    let answer: (isConfirmed: boolean) => void = () => undefined;
    const outcome = new Promise<boolean>((resolve) => {
      answer = resolve;
    });
    waiting = { answer, outcome };
    listeners.notify();
  }
  return waiting.outcome;
}

/**
 * Makes a call that may need a confirmed session. If it does, the person is asked for the password, and then it's made again. It rejects
 * with the refusal if they close the dialog. The page needs a `ConfirmHost`.
 */
export async function withConfirm<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const needsConfirming = error instanceof ApiError && error.status === 422 && 'confirm' in error.fields;
    if (!needsConfirming || !(await ask())) throw error;
    return await work();
  }
}

/** Closes the dialog. */
export function answerConfirm(isConfirmed: boolean): void {
  waiting?.answer(isConfirmed);
  waiting = undefined;
  listeners.notify();
}
