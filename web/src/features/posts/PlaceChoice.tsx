import { useId } from 'react';

/** A community that the person can post to. */
export interface PostPlace {
  handle: string;
  name: string;
}

interface PlaceChoiceProps {
  places: readonly PostPlace[];
  /** The chosen community's handle; empty for everyone. */
  value: string;
  disabled: boolean;
  onChange: (handle: string) => void;
}

/** Where a post goes: to everyone, or to a community. */
export function PlaceChoice({ places, value, disabled, onChange }: PlaceChoiceProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="shrink-0 font-medium text-sm">
        Post to
      </label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="h-11 min-w-0 flex-1 truncate rounded-control border border-line-strong bg-raised px-3 disabled:opacity-60"
      >
        <option value="">Everyone</option>
        {places.map(({ handle, name }) => (
          <option key={handle} value={handle}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
