import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '#ui/button/Button.tsx';
import { Dialog, type DialogProps } from '#ui/dialog/Dialog.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import type { ValidatedForm } from '#ui/form/useValidatedForm.ts';

interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'size' | 'keepsDraft' | 'children'> {
  /** What its button does, as in "Save"; Enter in a field does the same. */
  action: string;
  tone?: 'primary' | 'danger' | undefined;
  disabled?: boolean | undefined;
  form: ValidatedForm;
  /** Whether Cancel stands beside it, as is usual. */
  hasCancel?: boolean;
  /** Back stands beside it instead, and leads to what was shown before. */
  onBack?: (() => void) | undefined;
  /** What stands below the fields and the error. */
  after?: ReactNode;
  onClose: () => void;
}

/** A dialog with a form, whose button stays in view below it. */
export function FormDialog(props: FormDialogProps) {
  const { action, tone, disabled, form, hasCancel = true, onBack, after, onClose, ...more } = props;
  const formId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit(event);
  };
  return (
    <Dialog
      {...more}
      open
      onOpenChange={(open) => !open && onClose()}
      footer={
        <div className={hasCancel && !onBack ? 'grid grid-cols-2 gap-2' : 'flex gap-2'}>
          {hasCancel && !onBack && (
            <Button tone="secondary" size="lg" onClick={onClose}>
              Cancel
            </Button>
          )}
          {onBack && (
            <Button tone="secondary" size="lg" onClick={onBack}>
              Back
            </Button>
          )}
          <Button type="submit" form={formId} size="lg" wide tone={tone} pending={form.pending} disabled={disabled}>
            {action}
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {more.children}
        <FormError text={form.error} />
        {after}
      </form>
    </Dialog>
  );
}
