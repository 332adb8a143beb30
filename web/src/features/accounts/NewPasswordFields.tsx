import { limits } from '@hubbub/contract/platform/limits.ts';
import type { ComponentProps } from 'react';
import { PasswordField } from '#ui/field/PasswordField.tsx';

interface NewPasswordFieldsProps {
  field: (name: 'password' | 'confirm_password') => Omit<ComponentProps<typeof PasswordField>, 'label'>;
}

/** A password that's being chosen, typed twice. */
export function NewPasswordFields({ field }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...field('password')}
        label="Password"
        hint={`${limits.password.min} to ${limits.password.max} characters.`}
        autoComplete="new-password"
        autoFocus
      />
      <PasswordField {...field('confirm_password')} label="Confirm Password" autoComplete="new-password" />
    </>
  );
}
