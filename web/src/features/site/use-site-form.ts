import type { FieldValues } from 'react-hook-form';
import { type SiteUpdate, useUpdateSite } from '#features/site/team.data.ts';
import { useUnsaved } from '#features/site/use-unsaved.ts';
import { refusalOf } from '#platform/errors.ts';
import type { SchemaSource } from '#ui/form/contract-resolver.ts';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import { toast } from '#ui/toast/toasts.ts';

interface Options<Input extends FieldValues, Output> {
  schema: SchemaSource<Input, Output>;
  initial: Input;
  /** Values without a field of their own, where an error could be shown. */
  carried?: readonly (keyof Input & string)[];
  /** What's sent of them. */
  change: (values: Output) => SiteUpdate;
  onSaved?: ((values: Output) => void) | undefined;
}

/** A form that changes the site. Leaving asks first if it isn't saved. */
export function useSiteForm<Input extends FieldValues, Output>(options: Options<Input, Output>) {
  const { change, onSaved, ...form } = options;
  const { mutateAsync: update } = useUpdateSite();
  const validated = useValidatedForm({
    ...form,
    fails: 'here',
    explain: refusalOf,
    onSubmit: async (values) => {
      await update(change(values));
      noteSaved();
      toast.success('Changes saved');
      onSaved?.(values);
    },
  });
  const noteSaved = useUnsaved(validated.form.watch());
  return validated;
}
