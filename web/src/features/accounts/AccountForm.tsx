import type { FormEvent, ReactNode } from 'react';
import { Button } from '#ui/button/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';

interface AccountFormProps {
  submit: (event: FormEvent) => void;
  /** What is wrong with the form as a whole. */
  error: string | undefined;
  pending: boolean;
  /** What the button says. */
  action: string;
  /** The fields. */
  children: ReactNode;
}

/** One step of log-in, registration or recovery: its fields, what went wrong, and the button that goes on. */
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
