import { TextField, type TextFieldProps } from '#ui/field/TextField.tsx';

/** Says whose account it is, by username or email. */
export function IdentifierField(field: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      label="Username or Email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      autoFocus
      {...field}
    />
  );
}
