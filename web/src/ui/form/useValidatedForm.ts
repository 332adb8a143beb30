import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import { showAlerts } from '#ui/alerts/alerts.ts';
import { contractResolver, type SchemaSource } from '#ui/form/contract-resolver.ts';

/** Milliseconds until lazily loaded rules are loaded in any case, so that a connection lost later doesn't matter. */
const preloadDelay = 2000;

/** One text, or one per field. */
type Refusal = string | Record<string, string>;

interface FormDraft {
  read: () => Record<string, string> | Promise<Record<string, string>>;
  write: (values: Record<string, unknown>) => void;
  /** Calls back with what's typed into the same form in another tab. Returns the unsubscribe function. */
  follow?: (listener: (values: Record<string, string>) => void) => () => void;
}

interface Options<Input extends FieldValues, Output> {
  /** The contract's schema, or a function that loads it, called after the first paint. */
  schema: SchemaSource<Input, Output>;
  initial: Input;
  /** `initial` holds the saved values, which may change while the form is open: fields no one has touched are updated. */
  follow?: boolean | undefined;
  /** Values without a field of their own, where an error could be shown. */
  carried?: readonly (keyof Input & string)[] | undefined;
  /** Persists what was typed beyond the page. Never for passwords. */
  draft?: FormDraft | undefined;
  /** Receives the values once all rules pass. The form is pending until it settles. */
  onSubmit: (values: Output) => Promise<void>;
  /** What to show when `onSubmit` fails; null if the person has already been informed. */
  explain: (error: unknown) => Refusal | null;
  /** Where people read what's wrong: in alerts first, which is usual, or only at the fields and above the button. */
  fails?: 'alert' | 'here' | undefined;
}

/** What draws a form needs of it. */
export type ValidatedForm = Pick<ReturnType<typeof useValidatedForm>, 'submit' | 'error' | 'pending'>;

/** Shows texts as alerts, and says whether any is still open: the same texts at the fields wait until then. */
function useAlerts() {
  const [open, setOpen] = useState(0);
  const announce = (texts: readonly string[]) => {
    setOpen((count) => count + 1);
    // The form library moves focus to a field in a separate task. Alerts open after it, so that closing them returns focus to that field.
    setTimeout(() => void showAlerts(texts).then(() => setOpen((count) => count - 1)));
  };
  return { areOpen: open > 0, announce };
}

/** Fills the form from its draft, and keeps the draft in sync with the input. */
function useDraft<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  draft: FormDraft | undefined,
): void {
  /** The values are coming from the draft, so they don't need to be saved to it. */
  const restoring = useRef(false);
  const typed = useRef(false);
  // What was typed before a reload counts as unsaved, so that following `initial` doesn't overwrite it.
  useLayoutEffect(() => {
    if (draft === undefined) return;
    let open = true;
    const restore = (values: Record<string, string>) => {
      restoring.current = true;
      for (const [name, value] of Object.entries(values))
        form.setValue(name as Path<Input>, value as never, { shouldDirty: true });
      restoring.current = false;
    };
    const found = draft.read();
    if (found instanceof Promise) void found.then((values) => open && !typed.current && restore(values));
    else restore(found);
    const stop = draft.follow?.(restore);
    return () => {
      open = false;
      stop?.();
    };
  }, [form, draft]);

  useEffect(() => {
    if (draft === undefined) return;
    return form.subscribe({
      formState: { values: true },
      // Without a name, the form was reset; the person didn't type.
      callback: ({ values, name }) => {
        if (name === undefined || restoring.current) return;
        typed.current = true;
        draft.write(values);
      },
    });
  }, [form, draft]);
}

/**
 * A form validated by a contract schema. Broken rules appear as alert popups, one per message. Once they're closed, they show
 * at their fields, and the first of these has the focus. The server's refusals are shown the same way, and nothing that was typed is lost.
 */
export function useValidatedForm<Input extends FieldValues, Output>({
  schema,
  initial,
  follow = false,
  carried = [],
  draft,
  onSubmit,
  explain,
  fails = 'alert',
}: Options<Input, Output>) {
  const { areOpen, announce: alert } = useAlerts();
  const announce = (texts: readonly string[]) => fails === 'alert' && alert(texts);
  const broken = useRef<readonly string[]>([]);
  // Two clicks can come before the first one has drawn the form as pending.
  const isSubmitting = useRef(false);
  const form = useForm<Input, unknown, Output>({
    resolver: contractResolver(schema, (texts) => {
      broken.current = texts;
    }),
    defaultValues: initial as DefaultValues<Input>,
    ...(follow && { values: initial, resetOptions: { keepDirtyValues: true, keepErrors: true } }),
  });

  useEffect(() => {
    if (typeof schema !== 'function') return;
    const timer = setTimeout(() => void schema().catch(() => undefined), preloadDelay);
    return () => clearTimeout(timer);
  }, [schema]);

  useDraft(form, draft);

  function refuse(refusal: Refusal): void {
    const texts = Object.entries(typeof refusal === 'string' ? { '': refusal } : refusal);
    const hasField = (key: string) => key in initial && !carried.includes(key);
    const ofFields = texts.filter(([key]) => hasField(key));
    const ofForm = texts.filter(([key]) => !hasField(key));
    for (const [key, message] of ofFields) form.setError(key as Path<Input>, { message });
    if (ofForm.length > 0) form.setError('root', { message: ofForm.map(([, message]) => message).join('\n') });
    if (ofFields[0] !== undefined) form.setFocus(ofFields[0][0] as Path<Input>);
    announce(texts.map(([, message]) => message));
  }

  const submit = form.handleSubmit(
    async (values) => {
      try {
        await onSubmit(values);
      } catch (error) {
        const refusal = explain(error);
        if (refusal !== null) refuse(refusal);
      }
    },
    () => announce(broken.current),
  );

  const submitOnce = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    await submit(event).finally(() => {
      isSubmitting.current = false;
    });
  };

  return {
    /** For `<form onSubmit>`. */
    submit: (event: FormEvent): void => void submitOnce(event),
    /** A field's registration and its error. */
    field: (name: Path<Input>) => {
      const state = form.getFieldState(name, form.formState);
      return { ...form.register(name), error: areOpen ? undefined : state.error?.message };
    },
    /** What's wrong with the form as a whole. */
    error: areOpen ? undefined : form.formState.errors.root?.message,
    pending: form.formState.isSubmitting,
    form,
  };
}
