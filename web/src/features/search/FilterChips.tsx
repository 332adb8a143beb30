import { Plus, X } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { type Filter, type FilterKey, filterKeys } from '#features/search/search.rules.ts';
import { Button } from '#ui/button/Button.tsx';

const labels: Record<FilterKey, string> = {
  from: 'From',
  in: 'In',
  before: 'Before',
  after: 'After',
  has: 'Has',
};

const hints: Record<FilterKey, string> = {
  from: 'A username',
  in: 'A community, community/channel, or @username',
  before: 'A day, not included',
  after: 'A day, included',
  has: 'What it contains',
};

const things = ['image', 'video', 'audio', 'file', 'link', 'poll'];

const chip =
  'inline-flex min-h-9 items-center gap-1 rounded-full border border-line bg-surface px-3 text-sm transition-colors hover:border-line-strong pointer-coarse:min-h-11';

interface ChipsProps {
  filters: readonly Filter[];
  onChange: (filters: Filter[]) => void;
  /** The one that's searched, and how to search everything instead. */
  room?: { name: string; onLeave: () => void } | undefined;
}

/** The filters of a search: those that are on can be taken off, and others added. */
export function FilterChips({ filters, onChange, room }: ChipsProps) {
  const [adding, setAdding] = useState<FilterKey>();
  return (
    <div className="my-3">
      <ul aria-label="Filters" className="flex flex-wrap gap-2">
        {room !== undefined && (
          <li>
            <button
              type="button"
              aria-label={`Search everywhere, not only in ${room.name}`}
              className={`${chip} max-w-full border-accent-text font-semibold`}
              onClick={room.onLeave}
            >
              <bdi className="truncate">{room.name}</bdi>
              <X size={14} aria-hidden="true" className="shrink-0" />
            </button>
          </li>
        )}
        {filters.map((filter) => (
          <li key={`${filter.key}:${filter.value}`}>
            <button
              type="button"
              aria-label={`Remove the filter ${labels[filter.key]}: ${filter.value}`}
              className={`${chip} border-accent-text font-semibold`}
              onClick={() => onChange(filters.filter((each) => each !== filter))}
            >
              {labels[filter.key]}: {filter.value}
              <X size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
        {filterKeys
          .filter((key) => room === undefined || key !== 'in')
          .map((key) => (
            <li key={key}>
              <button
                type="button"
                aria-expanded={adding === key}
                className={chip}
                onClick={() => setAdding(adding === key ? undefined : key)}
              >
                <Plus size={14} aria-hidden="true" />
                {labels[key]}
              </button>
            </li>
          ))}
      </ul>
      {adding !== undefined && (
        <AddFilter
          key={adding}
          filter={adding}
          onAdd={(value) => {
            setAdding(undefined);
            if (!filters.some((each) => each.key === adding && each.value === value))
              onChange([...filters, { key: adding, value }]);
          }}
        />
      )}
    </div>
  );
}

const field = 'min-h-11 min-w-0 flex-1 rounded-control border border-line bg-surface px-3 text-base';

function AddFilter({ filter, onAdd }: { filter: FilterKey; onAdd: (value: string) => void }) {
  const id = useId();
  const [value, setValue] = useState(filter === 'has' ? 'image' : '');
  const given = value.trim().replaceAll('"', '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (given !== '') onAdd(given);
  };
  const isDay = filter === 'before' || filter === 'after';
  return (
    <form onSubmit={submit} className="mt-3 flex flex-wrap items-end gap-2">
      <label htmlFor={id} className="w-full text-muted text-sm">
        {labels[filter]}: {hints[filter]}
      </label>
      {filter === 'has' ? (
        <select id={id} value={value} onChange={({ target }) => setValue(target.value)} className={field}>
          {things.map((thing) => (
            <option key={thing}>{thing}</option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type={isDay ? 'date' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={({ target }) => setValue(target.value)}
          className={field}
        />
      )}
      <Button type="submit" disabled={given === ''}>
        Add
      </Button>
    </form>
  );
}
