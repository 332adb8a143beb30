import { useId } from 'react';
import { type ChosenPlace, lostPlace, type PostPlace } from '#features/posts/composer.rules.ts';
import { FormError } from '#ui/form/FormError.tsx';

interface PlaceChoiceProps {
  chosen: ChosenPlace;
  disabled: boolean;
  onChange: (place: PostPlace | undefined) => void;
}

/** Where a post goes: to everyone, or to a community. */
export function PlaceChoice({ chosen: { known, place, isLost }, disabled, onChange }: PlaceChoiceProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <label htmlFor={id} className="shrink-0 font-medium text-sm">
          Post to
        </label>
        <select
          id={id}
          value={place?.handle ?? ''}
          disabled={disabled}
          aria-invalid={isLost || undefined}
          onChange={({ currentTarget: { value } }) => onChange(known.find(({ handle }) => handle === value))}
          className="h-11 min-w-0 flex-1 truncate rounded-control border border-line-strong bg-raised px-3 disabled:opacity-60"
        >
          <option value="">Everyone</option>
          {known.map(({ handle, name }) => (
            <option key={handle} value={handle} disabled={isLost && handle === place?.handle}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <FormError text={isLost && place ? lostPlace(place.name) : undefined} />
    </div>
  );
}
