import type { FormEvent, KeyboardEvent } from 'react';

/** For a form that sends one text: its button and Enter send, Shift+Enter inserts a line break. */
export function sendWithEnter(send: () => void) {
  return {
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      send();
    },
    /** For the field. */
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      // A key that's held sends once.
      if (!event.repeat) send();
    },
  };
}
