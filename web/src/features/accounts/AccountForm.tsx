import type { FormEvent, ReactNode } from 'react';
import { Button } from '#ui/button/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';

interface AccountFormProps {
  submit: (event: FormEvent) => void;
  /** What's wrong with the form as a whole. */
  error: string | undefined;
  pending: boolean;
  /** The button's label. */
  action: string;
  /** The fields. */
  children: ReactNode;
}

/** One step of log-in, registration or recovery: its fields, its errors, and the button to continue. */
export function AccountForm({ submit, error, pending, action, children }: AccountFormProps) {
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {children}
      <FormError text={error} />
      <Button type="submit" size="lg" wide pending={pending}>
        {action}
      </Button>
    </form>
  );
}
