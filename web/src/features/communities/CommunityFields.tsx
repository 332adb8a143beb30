import { codePoints, limits } from '@hubbub/contract/platform/limits.ts';
import type { ComponentProps } from 'react';
import { cx } from '#ui/cx.ts';
import { TextField } from '#ui/field/TextField.tsx';

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label'>;

/** Section 2, create and edit: a community's name. `typed` is the field's current text, for the counter. */
export function NameField({ typed, ...field }: FieldProps & { typed: string }) {
  const count = codePoints(typed);
  const { max } = limits.community.name;
  return (
    <TextField
      {...field}
      label="Community Name"
      aside={
        <span className={cx(count > max && 'font-semibold text-danger-text')}>
          {count} / {max}
        </span>
      }
      dir="auto"
      autoComplete="off"
    />
  );
}

/** Section 2, create and edit: the handle, with a label saying that it must be unique. */
export function HandleField(field: FieldProps) {
  const { min, max } = limits.community.handle;
  return (
    <TextField
      {...field}
      label="Community Handle"
      aside="Needs to be unique"
      hint={`${min} to ${max} letters, digits or underscores. This becomes part of the community's link.`}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
