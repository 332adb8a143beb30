import { useState } from 'react';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { TextField } from '#ui/field/TextField.tsx';

interface TypedConfirmProps {
  title: string;
  /** What's lost. */
  description: string;
  /** What has to be typed; upper and lower case don't matter. */
  expected: string;
  /** What that is: "the community's handle". */
  what: string;
  confirmLabel: string;
  /** Called once it was typed. */
  onConfirm: () => void;
  pending: boolean;
  /** Why it couldn't be done. */
  fault: string | undefined;
  onClose: () => void;
}

/** Asks before something that can't be undone: its name has to be typed. */
export default function TypedConfirm({
  title,
  description,
  expected,
  what,
  confirmLabel,
  onConfirm,
  pending,
  fault,
  onClose,
}: TypedConfirmProps) {
  const [typed, setTyped] = useState('');
  const matches = typed.trim().toLowerCase() === expected.trim().toLowerCase();
  const submit = () => {
    if (matches && !pending) onConfirm();
  };
  return (
    <FormDialog
      title={title}
      description={description}
      action={confirmLabel}
      tone="danger"
      disabled={!matches}
      form={{ submit, error: fault, pending }}
      onClose={onClose}
    >
      <TextField
        label={`Type ${what} to confirm`}
        hint={expected}
        value={typed}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
