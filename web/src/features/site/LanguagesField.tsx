import { limits } from '@hubbub/contract/platform/limits.ts';
import { X } from 'lucide-react';
import { useId } from 'react';
import { languageName, offeredLanguages } from '#features/site/site.rules.ts';
import { SelectField } from '#ui/field/SelectField.tsx';

interface LanguagesFieldProps {
  /** Language codes, such as `en`. */
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** The languages people use on the site, in order. */
export function LanguagesField({ value, onChange }: LanguagesFieldProps) {
  const id = useId();
  const more = offeredLanguages().filter((code) => !value.includes(code));
  return (
    <div className="flex flex-col gap-2">
      {value.length < limits.site.languages.max && (
        <SelectField
          label="Languages"
          value=""
          onChange={(code) => code !== '' && onChange([...value, code])}
          options={[
            { value: '', label: 'Add a language' },
            ...more.map((code) => ({ value: code, label: languageName(code) })),
          ]}
        />
      )}
      {value.length > 0 && (
        <ul aria-labelledby={id} className="flex flex-wrap gap-2">
          {value.map((code) => (
            <li key={code}>
              <button
                type="button"
                onClick={() => onChange(value.filter((each) => each !== code))}
                className="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-line bg-raised pr-2.5 pl-3.5 font-medium text-sm hover:border-line-strong pointer-coarse:min-h-11"
              >
                <span className="sr-only">Remove </span>
                {languageName(code)}
                <X size={15} aria-hidden="true" className="text-muted" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p id={id} className="text-muted text-xs">
        The languages people use here. They're listed on the About page.
      </p>
    </div>
  );
}
