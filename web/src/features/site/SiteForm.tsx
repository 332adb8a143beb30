import type { ReactNode } from 'react';
import { type SiteUpdate, useUpdateSite } from '#features/site/team.data.ts';
import { useUnsaved } from '#features/site/use-unsaved.ts';
import { Button } from '#ui/button/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { toast } from '#ui/toast/toasts.ts';

interface SiteFormProps {
  /** What's in its fields: leaving asks first if it isn't saved. */
  values: unknown;
  /** What's sent of it. */
  change: () => SiteUpdate;
  /** Its button's text. */
  action?: string;
  onSaved?: (() => void) | undefined;
  children: ReactNode;
  /** What stands below its button. */
  after?: ReactNode;
}

/** A form that changes the site: its fields, what's wrong, and its button. */
export function SiteForm({ values, change, action = 'Save', onSaved, children, after }: SiteFormProps) {
  const { mutate, isPending, fault } = useUpdateSite();
  const noteSaved = useUnsaved(values);
  const onSuccess = () => {
    noteSaved();
    toast.success('Changes saved');
    onSaved?.();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        mutate(change(), { onSuccess });
      }}
      className="flex flex-col gap-5"
    >
      {children}
      <FormError text={fault} />
      <Button type="submit" size="lg" pending={isPending}>
        {action}
      </Button>
      {after}
    </form>
  );
}
