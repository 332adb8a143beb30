import { useState } from 'react';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { TextField } from '#ui/field/TextField.tsx';

interface TypedConfirmProps {
  title: string;
  /** What's lost. */
  description: string;
  /** What has to be typed, in any case. */
  expected: string;
  /** What that is: "the community's handle". */
  what: string;
  confirmLabel: string;
  /** Does it; if it throws, the error is shown. */
  onConfirm: () => Promise<void>;
  /** The text of an error. */
  explain: (error: unknown) => string;
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
  explain,
  onClose,
}: TypedConfirmProps) {
  const [typed, setTyped] = useState('');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const matches = typed.trim().toLowerCase() === expected.trim().toLowerCase();
  const submit = async () => {
    if (!matches || pending) return;
    setPending(true);
    setError(undefined);
    try {
      await onConfirm();
    } catch (thrown) {
      setError(explain(thrown));
      setPending(false);
    }
  };
  return (
    <FormDialog
      title={title}
      description={description}
      action={confirmLabel}
      tone="danger"
      disabled={!matches}
      form={{ submit: () => void submit(), error, pending }}
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
