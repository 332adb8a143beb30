import type { PlannedPerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { ArrowLeft } from 'lucide-react';
import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import type { Slip } from '#features/site/LoginSlips.tsx';
import { useAddPeople } from '#features/site/people.data.ts';
import { addingText, peopleText, quarters } from '#features/site/site.rules.ts';
import { refusalOf } from '#platform/errors.ts';
import { useMediaQuery } from '#platform/media-query.ts';
import { Button } from '#ui/button/Button.tsx';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { cx } from '#ui/cx.ts';
import { TextField } from '#ui/field/TextField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import { Progress } from '#ui/progress/Progress.tsx';

interface ReviewPeopleProps {
  people: readonly PlannedPerson[];
  /** A username was corrected: a reload must not lose it. */
  onType: (people: readonly PlannedPerson[]) => void;
  onBack: () => void;
  onAdded: (slips: readonly Slip[]) => void;
}

interface PersonToAddProps {
  person: PlannedPerson;
  /** The field's registration, and what's wrong with the username. */
  field: ComponentProps<'input'> & { error: string | undefined };
  disabled: boolean;
  /** Whether the person is a line under headings. */
  isRow: boolean;
}

/** The columns of a wide screen; on a phone everybody has a card. */
const columns = 'md:grid md:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_minmax(0,15rem)] md:gap-x-4';

function PersonToAdd({ person, field, disabled, isRow }: PersonToAddProps) {
  const { line, name, email } = person;
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
        {...field}
        label={`Username in line ${line}`}
        hideLabel={isRow}
        disabled={disabled}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
    </li>
  );
}

interface PeopleToAddProps {
  people: readonly PlannedPerson[];
  fieldOf: (person: PlannedPerson) => PersonToAddProps['field'];
  disabled: boolean;
}

/** A table where there's room for it, and cards on a phone. */
function PeopleToAdd({ people, fieldOf, disabled }: PeopleToAddProps) {
  const isWide = useMediaQuery('(min-width: 48rem)');
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
          <PersonToAdd key={person.line} person={person} field={fieldOf(person)} disabled={disabled} isRow={isWide} />
        ))}
      </ul>
    </div>
  );
}

/** Usernames by the line of their person. The server judges them. */
const schema = z.record(z.string(), z.string());

/** A refusal that's about some of the lines is said at each of them. */
function explain(error: unknown) {
  const refusal = refusalOf(error);
  return typeof refusal === 'object' && refusal !== null && Object.keys(refusal).some((line) => /^\d+$/.test(line))
    ? { ...refusal, '': 'Nobody has been added yet. Correct the usernames marked below.' }
    : refusal;
}

const withUsernames = (people: readonly PlannedPerson[], usernames: Record<string, unknown>): PlannedPerson[] =>
  people.map((person) => ({ ...person, username: String(usernames[person.line] ?? '') }));

/** Everybody who is about to be added, with their username to correct. */
export function ReviewPeople({ people, onType, onBack, onAdded }: ReviewPeopleProps) {
  const add = useAddPeople();
  const [mail, setMail] = useState(true);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const mailed = people.filter(({ email }) => email !== null).length;
  const draft = useMemo(
    () => ({
      read: () => ({}),
      write: (usernames: Record<string, unknown>) => onType(withUsernames(people, usernames)),
    }),
    [people, onType],
  );
  const { submit, field, error, pending } = useValidatedForm({
    schema,
    initial: Object.fromEntries(people.map(({ line, username }) => [line, username])),
    draft,
    fails: 'here',
    explain,
    onSubmit: async (usernames) =>
      onAdded(await add.mutateAsync({ people: withUsernames(people, usernames), mail: mail && mailed > 0 })),
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div>
        <Button
          tone="quiet"
          size="sm"
          icon={<ArrowLeft size={18} aria-hidden="true" />}
          onClick={onBack}
          disabled={pending}
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
      <FormError text={error} />
      <PeopleToAdd people={people} fieldOf={({ line }) => field(String(line))} disabled={pending} />
      {mailed > 0 && (
        <Checkbox
          label={`Email the link to the ${peopleText(mailed)} with an address`}
          checked={mail}
          onCheckedChange={setMail}
          disabled={pending}
        />
      )}
      {pending && (
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
      <Button type="submit" size="lg" wide pending={pending}>
        Add {peopleText(people.length)}
      </Button>
    </form>
  );
}
