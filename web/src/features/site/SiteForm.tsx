import type { ReactNode } from 'react';
import { Button } from '#ui/button/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import type { ValidatedForm } from '#ui/form/useValidatedForm.ts';

interface SiteFormProps {
  form: ValidatedForm;
  /** Its button's text. */
  action?: string;
  children: ReactNode;
  /** Shown below its button. */
  after?: ReactNode;
}

/** A form that changes the site: its fields, what's wrong, and its button. */
export function SiteForm({ form, action = 'Save', children, after }: SiteFormProps) {
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
      {children}
      <FormError text={form.error} />
      <Button type="submit" size="lg" pending={form.pending}>
        {action}
      </Button>
      {after}
    </form>
  );
}
