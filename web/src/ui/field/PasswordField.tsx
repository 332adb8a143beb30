import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { TextField, type TextFieldProps } from '#ui/field/TextField.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

/** A password field with a toggle that reveals what was typed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      spellCheck={false}
      autoCapitalize="none"
      autoCorrect="off"
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          label={`${shown ? 'Hide' : 'Show'} ${props.label}`}
          onClick={() => setShown(!shown)}
          disabled={props.disabled}
        >
          <Icon size={20} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
