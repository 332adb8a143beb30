import { type FormEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import { showAlerts } from '#ui/alerts/alerts.ts';
import { contractResolver, type SchemaSource } from '#ui/form/contract-resolver.ts';

/** Milliseconds until rules that come later are loaded in any case, so that a lost connection does not matter when they are needed. */
const patience = 2000;

/** One text, or a text for each field. */
type Refusal = string | Record<string, string>;

interface FormDraft {
  read: () => Record<string, string> | Promise<Record<string, string>>;
  write: (values: Record<string, unknown>) => void;
  /** Calls back with what is typed into the same form in another tab. Returns what stops it. */
  follow?: (listener: (values: Record<string, string>) => void) => () => void;
}

interface Options<Input extends FieldValues, Output> {
  /** The rules, as the contract has them; or what loads them, which is called after the first paint. */
  schema: SchemaSource<Input, Output>;
  initial: Input;
  /** `initial` is what is saved, and may change while the form is open: fields that nobody has touched follow it. */
  follow?: boolean | undefined;
  /** Values that the form only carries: they have no field to show an error at. */
  carried?: readonly (keyof Input & string)[] | undefined;
  /** Where what was typed outlives the page. Never for passwords. */
  draft?: FormDraft | undefined;
  /** Gets the values once all rules hold. The form is pending until it settles. */
  onSubmit: (values: Output) => Promise<void>;
  /** What to say when `onSubmit` fails; null when the person was told already. */
  explain: (error: unknown) => Refusal | null;
}

/** The form library moves the focus to a field in a task of its own: alerts come after it, so that they give the focus back there. */
function announce(texts: readonly string[]): void {
  setTimeout(() => void showAlerts(texts));
}

/** Fills the form from its draft, and keeps the draft in step with what is typed. */
function useDraft<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  draft: FormDraft | undefined,
): void {
  /** Values come from the draft now, and need not go there. */
  const restoring = useRef(false);
  const typed = useRef(false);
  // What was typed before a reload counts as typed, not as saved: following must not take it away.
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
      // Without a name it is the form that was reset, not the person who typed.
      callback: ({ values, name }) => {
        if (name === undefined || restoring.current) return;
        typed.current = true;
        draft.write(values);
      },
    });
  }, [form, draft]);
}

/**
 * A form on a schema of the contract. Section 5: broken rules appear as alert popups, one per message; they also stay at their fields, and the first
 * of these gets the focus. What the server refuses is shown the same way, and nothing that was typed is lost.
 */
export function useValidatedForm<Input extends FieldValues, Output>({
  schema,
  initial,
  follow = false,
  carried = [],
  draft,
  onSubmit,
  explain,
}: Options<Input, Output>) {
  const broken = useRef<readonly string[]>([]);
  const form = useForm<Input, unknown, Output>({
    resolver: contractResolver(schema, (texts) => {
      broken.current = texts;
    }),
    defaultValues: initial as DefaultValues<Input>,
    ...(follow && { values: initial, resetOptions: { keepDirtyValues: true, keepErrors: true } }),
  });

  useEffect(() => {
    if (typeof schema !== 'function') return;
    const timer = setTimeout(() => void schema().catch(() => undefined), patience);
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

  return {
    /** For `<form onSubmit>`. */
    submit: (event: FormEvent) => void submit(event),
    /** For a field: its registration and its error. */
    field: (name: Path<Input>) => {
      const state = form.getFieldState(name, form.formState);
      return { ...form.register(name), error: state.error?.message };
    },
    /** What is wrong with the form as a whole. */
    error: form.formState.errors.root?.message,
    pending: form.formState.isSubmitting,
    form,
  };
}
