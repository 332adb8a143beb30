import type { FormEvent, KeyboardEvent } from 'react';

/** For a form with one text that is sent: its button and Enter send, Shift and Enter break the line. */
export function sendWithEnter(send: () => void) {
  return {
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      send();
    },
    /** For the field. */
    onKeyDown: (event: KeyboardEvent) => {
      // Enter that ends a word of an input method is not meant for the form.
      if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
      event.preventDefault();
      send();
    },
  };
}
