import type { Member } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { Check } from 'lucide-react';
import { Checkbox as Primitive } from 'radix-ui';
import { useId } from 'react';
import { MemberName } from '#features/communities/MemberList.tsx';
import { cx } from '#ui/cx.ts';

interface MemberCheckboxProps {
  member: Member;
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
}

/** A member's row, where clicking anywhere toggles the checkbox. */
export function MemberCheckbox({ member, checked, disabled, onChange }: MemberCheckboxProps) {
  const id = useId();
  return (
    <div className="flex min-h-14 items-center gap-3 rounded-control px-2 hover:bg-raised">
      <Primitive.Root
        id={id}
        aria-label={member.name === null ? `@${member.username}` : `${member.name}, @${member.username}`}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(state) => onChange(state === true)}
        className={cx(
          'inline-flex size-6 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-raised text-accent-ink transition-colors',
          'data-[state=checked]:border-accent data-[state=checked]:bg-accent disabled:opacity-50',
        )}
      >
        <Primitive.Indicator>
          <Check size={18} strokeWidth={3} aria-hidden="true" />
        </Primitive.Indicator>
      </Primitive.Root>
      <label
        htmlFor={id}
        className={cx('flex min-w-0 flex-1 items-center gap-3 py-1.5', disabled ? 'opacity-60' : 'cursor-pointer')}
      >
        <MemberName member={member} />
      </label>
    </div>
  );
}
