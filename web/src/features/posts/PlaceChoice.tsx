import { type ChosenPlace, lostPlace, type PostPlace } from '#features/posts/composer.rules.ts';
import { SelectField } from '#ui/field/SelectField.tsx';
import { FormError } from '#ui/form/FormError.tsx';

interface PlaceChoiceProps {
  chosen: ChosenPlace;
  disabled: boolean;
  onChange: (place: PostPlace | undefined) => void;
}

/** Where a post goes: to everyone, or to a community. */
export function PlaceChoice({ chosen: { known, place, isLost }, disabled, onChange }: PlaceChoiceProps) {
  const places = known.map(({ handle, name }) => ({
    value: handle,
    label: name,
    disabled: isLost && handle === place?.handle,
  }));
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        beside
        label="Post to"
        value={place?.handle ?? ''}
        disabled={disabled}
        invalid={isLost}
        onChange={(value) => onChange(known.find(({ handle }) => handle === value))}
        options={[{ value: '', label: 'Everyone' }, ...places]}
      />
      <FormError text={isLost && place ? lostPlace(place.name) : undefined} />
    </div>
  );
}
