import { Search } from 'lucide-react';
import { TextField } from '#ui/field/TextField.tsx';

interface SearchFieldProps {
  label: string;
  /** Says what's searched if the label doesn't. */
  placeholder?: string | undefined;
  value: string;
  onChange: (text: string) => void;
}

/** Narrows the list below it while somebody types. A search with its own results is a `SearchBox`. */
export function SearchField({ label, placeholder = label, value, onChange }: SearchFieldProps) {
  return (
    <TextField
      label={label}
      hideLabel
      placeholder={placeholder}
      type="search"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      leading={<Search size={18} aria-hidden="true" />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
