import { type FormEvent, useId, useState } from 'react';
import { Button } from '#ui/button/Button.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { FormError } from '#ui/form/FormError.tsx';

interface TypedConfirmProps {
  title: string;
  /** What's lost. */
  description: string;
  /** What has to be typed, in any case. */
  expected: string;
  /** What that is: "the community's handle". */
  what: string;
  confirmLabel: string;
  /** Does it; whatever it throws is shown. */
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
  const formId = useId();
  const [typed, setTyped] = useState('');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const matches = typed.trim().toLowerCase() === expected.trim().toLowerCase();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      footer={
        <Button type="submit" form={formId} size="lg" wide tone="danger" disabled={!matches} pending={pending}>
          {confirmLabel}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
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
        <FormError text={error} />
      </form>
    </Dialog>
  );
}
