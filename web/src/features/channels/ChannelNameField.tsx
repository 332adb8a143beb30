import type { ComponentProps } from 'react';
import { TextField } from '#ui/field/TextField.tsx';

type ChannelNameFieldProps = Omit<ComponentProps<typeof TextField>, 'label'> & { 'data-autofocus'?: boolean };

/** A channel's name, in the forms that create and change one. */
export function ChannelNameField(props: ChannelNameFieldProps) {
  return <TextField {...props} label="Channel name" leading="#" autoComplete="off" autoCapitalize="none" dir="auto" />;
}
