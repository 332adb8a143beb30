import { TextField, type TextFieldProps } from '#ui/field/TextField.tsx';

/** The second step of a log-in, for people who have codes on. It gets the focus when it appears. */
export function CodeField(props: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      {...props}
      label="One-time code"
      hint="From your authenticator app. You can enter a recovery code instead."
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      autoFocus
    />
  );
}
