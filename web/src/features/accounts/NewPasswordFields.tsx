import { limits } from '@hubbub/contract/platform/limits.ts';
import { type ComponentProps, useState } from 'react';
import { PasswordStrength } from '#features/accounts/PasswordStrength.tsx';
import { PasswordField } from '#ui/field/PasswordField.tsx';

type FieldProps = Omit<ComponentProps<typeof PasswordField>, 'label'>;

interface NewPasswordFieldsProps {
  field: (name: 'password' | 'confirm_password') => FieldProps;
  /** Names that somebody who guesses the password would know: the person's and the site's. */
  personal?: readonly (string | null | undefined)[];
  /** A hint on what changing the password does. */
  consequence?: string;
  autoFocus?: boolean;
}

/** A password that's being chosen, typed twice. */
export function NewPasswordFields({ field, personal = [], consequence, autoFocus = true }: NewPasswordFieldsProps) {
  const [password, setPassword] = useState<string>();
  const { onChange, onFocus, ...own } = field('password');
  const length = `${limits.password.min} to ${limits.password.max} characters.`;
  return (
    <>
      <PasswordField
        {...own}
        label="Password"
        hint={consequence === undefined ? length : `${length} ${consequence}`}
        autoComplete="new-password"
        autoFocus={autoFocus}
        onFocus={(event) => {
          setPassword(event.currentTarget.value);
          onFocus?.(event);
        }}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          onChange?.(event);
        }}
      />
      {password !== undefined && (
        <PasswordStrength password={password} personal={personal.filter((name) => typeof name === 'string')} />
      )}
      <PasswordField {...field('confirm_password')} label="Confirm Password" autoComplete="new-password" />
    </>
  );
}
