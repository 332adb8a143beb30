import type { PlannedPerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { ArrowLeft } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Slip } from '#features/site/LoginSlips.tsx';
import { useAddPeople } from '#features/site/people.data.ts';
import { addingText, peopleText, quarters } from '#features/site/site.rules.ts';
import { ApiError, errorTexts, isHandled } from '#platform/errors.ts';
import { useMediaQuery } from '#platform/media-query.ts';
import { Button } from '#ui/button/Button.tsx';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { cx } from '#ui/cx.ts';
import { TextField } from '#ui/field/TextField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { Progress } from '#ui/progress/Progress.tsx';

interface ReviewPeopleProps {
  people: readonly PlannedPerson[];
  onChange: (people: readonly PlannedPerson[]) => void;
  onBack: () => void;
  onAdded: (slips: readonly Slip[]) => void;
}

interface PersonToAddProps {
  person: PlannedPerson;
  onChange: (part: Partial<PlannedPerson>) => void;
  disabled: boolean;
  /** Whether the person is a line under headings. */
  isRow: boolean;
}

/** The columns of a wide screen; on a phone everybody has a card. */
const columns = 'md:grid md:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_minmax(0,15rem)] md:gap-x-4';

function PersonToAdd({ person, onChange, disabled, isRow }: PersonToAddProps) {
  const { line, name, username, email, fault } = person;
  return (
    <li
      className={cx(
        columns,
        'flex flex-col gap-2 rounded-card border border-line bg-surface p-4 [contain-intrinsic-size:auto_9rem] [content-visibility:auto]',
        'md:items-baseline md:rounded-none md:border-0 md:border-b md:bg-transparent md:px-2 md:py-1.5 md:[contain-intrinsic-size:auto_3.75rem]',
      )}
    >
      <div className="break-words leading-snug md:contents">
        <bdi className="font-semibold md:min-w-0">{name ?? 'No name'}</bdi>
        <p className="min-w-0 break-words text-muted text-sm">{email ?? (isRow ? '–' : undefined)}</p>
      </div>
      <TextField
        label={`Username in line ${line}`}
        hideLabel={isRow}
        value={username}
        onChange={(event) => onChange({ username: event.target.value, fault: null })}
        error={fault ?? undefined}
        disabled={disabled}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
    </li>
  );
}

/** A table where there's room for it, and cards on a phone. */
function PeopleToAdd({
  people,
  onChange,
  disabled,
}: Pick<ReviewPeopleProps, 'people' | 'onChange'> & { disabled: boolean }) {
  const isWide = useMediaQuery('(min-width: 48rem)');
  const change = (line: number, part: Partial<PlannedPerson>) =>
    onChange(people.map((person) => (person.line === line ? { ...person, ...part } : person)));
  return (
    <div>
      {isWide && (
        <div
          aria-hidden="true"
          className={cx(columns, 'border-line border-b px-2 pb-2 font-medium text-muted text-xs')}
        >
          <span>Name</span>
          <span>Email</span>
          <span>Username</span>
        </div>
      )}
      <ul aria-label="People to add" className="flex flex-col gap-3 md:gap-0">
        {people.map((person) => (
          <PersonToAdd
            key={person.line}
            person={person}
            onChange={(part) => change(person.line, part)}
            disabled={disabled}
            isRow={isWide}
          />
        ))}
      </ul>
    </div>
  );
}

/** Everybody who is about to be added, with their username to correct. */
export function ReviewPeople({ people, onChange, onBack, onAdded }: ReviewPeopleProps) {
  const add = useAddPeople();
  const [mail, setMail] = useState(true);
  const [fault, setFault] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const mailed = people.filter(({ email }) => email !== null).length;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setFault(undefined);
    try {
      onAdded(await add.mutateAsync({ people, mail: mail && mailed > 0 }));
    } catch (error) {
      if (isHandled(error)) return;
      const fields: Readonly<Record<string, string>> = error instanceof ApiError ? error.fields : {};
      if (!people.some(({ line }) => line in fields)) return setFault(errorTexts(error).join('\n'));
      setFault('Nobody has been added yet. Correct the usernames marked below.');
      onChange(people.map((person) => ({ ...person, fault: fields[person.line] ?? null })));
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <div>
        <Button
          tone="quiet"
          size="sm"
          icon={<ArrowLeft size={18} aria-hidden="true" />}
          onClick={onBack}
          disabled={add.isPending}
        >
          Back to the list
        </Button>
      </div>
      <div className="flex flex-col gap-1">
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-24 font-bold text-lg outline-none">
          Check {peopleText(people.length)}
        </h2>
        <p className="text-pretty text-muted text-sm">
          People log in with their username, and others see it. Correct any you don't like.
        </p>
      </div>
      <FormError text={fault} />
      <PeopleToAdd people={people} onChange={onChange} disabled={add.isPending} />
      {mailed > 0 && (
        <Checkbox
          label={`Email the link to the ${peopleText(mailed)} with an address`}
          checked={mail}
          onCheckedChange={setMail}
          disabled={add.isPending}
        />
      )}
      {add.isPending && (
        <div>
          <Progress
            label={addingText(add.done, people.length)}
            percent={add.done === 0 ? null : (add.done / people.length) * 100}
          />
          <p role="status" className="sr-only">
            {addingText(quarters(add.done, people.length), people.length)}
          </p>
        </div>
      )}
      <Button type="submit" size="lg" wide pending={add.isPending}>
        Add {peopleText(people.length)}
      </Button>
    </form>
  );
}
