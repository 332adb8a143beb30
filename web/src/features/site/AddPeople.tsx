import type { PlannedPerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { ArrowLeft, FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { faultLines, readList } from '#features/site/class-list.rules.ts';
import { LoginSlips, type Slip } from '#features/site/LoginSlips.tsx';
import { useTryPeople } from '#features/site/people.data.ts';
import { ReviewPeople } from '#features/site/ReviewPeople.tsx';
import { formDraft } from '#platform/drafts.ts';
import { ApiError, refusalOf } from '#platform/errors.ts';
import { readTabDraft, writeTabDraft } from '#platform/tab-drafts.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';

/** What a reload must not lose, in this tab only: corrected usernames, and links of which the server keeps no copy. */
const savedIn = <T,>(name: string) => ({
  read: (): readonly T[] => JSON.parse(readTabDraft(name) ?? '[]'),
  write: (items: readonly T[]) => writeTabDraft(name, items.length === 0 ? '' : JSON.stringify(items)),
});
const savedPlan = savedIn<PlannedPerson>('class-plan');
const savedSlips = savedIn<Slip>('login-slips');

const listDraft = formDraft('class-list', ['list']);

/** Adding a class at once: the list, then everybody's username to look through, and then the slips with everybody's link. */
export function AddPeople({ onDone }: { onDone: () => void }) {
  const [plan, setPlan] = useState(savedPlan.read);
  const [slips, setSlips] = useState(savedSlips.read);
  const review = (people: readonly PlannedPerson[]) => {
    savedPlan.write(people);
    setPlan(people);
  };
  if (slips.length > 0) {
    const leave = () => {
      savedSlips.write([]);
      onDone();
    };
    return <LoginSlips slips={slips} onDone={leave} />;
  }
  if (plan.length > 0) {
    const finish = (made: readonly Slip[]) => {
      savedSlips.write(made);
      review([]);
      listDraft.forget();
      setSlips(made);
    };
    return <ReviewPeople people={plan} onType={savedPlan.write} onBack={() => review([])} onAdded={finish} />;
  }
  return <ListForm onChecked={review} onDone={onDone} />;
}

interface ListFormProps {
  /** The list has no mistakes. */
  onChecked: (people: readonly PlannedPerson[]) => void;
  onDone: () => void;
}

const schema = z.object({
  list: z.string().refine((list) => list.trim() !== '', { error: 'Add at least one person.' }),
});

const faultText = (faults: readonly string[]) => ['Nobody has been added yet.', ...faults].join('\n');

/** What the server refuses is said at the list, by its lines. */
function explain(error: unknown) {
  const refusal = refusalOf(error);
  return error instanceof ApiError && typeof refusal === 'object' && refusal !== null
    ? { list: faultText(faultLines(error.fields)) }
    : refusal;
}

function ListForm({ onChecked, onDone }: ListFormProps) {
  const { mutateAsync: attempt } = useTryPeople();
  const file = useRef<HTMLInputElement>(null);
  const { submit, field, error, pending, form } = useValidatedForm({
    schema,
    initial: { list: '' },
    draft: listDraft,
    fails: 'here',
    explain,
    onSubmit: async ({ list }) => {
      const people = await attempt(list);
      const faults = people.flatMap(({ line, fault }) => (fault === null ? [] : [[line, fault]]));
      if (faults.length === 0) onChecked(people);
      else form.setError('list', { message: faultText(faultLines(Object.fromEntries(faults))) }, { shouldFocus: true });
    },
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div>
        <Button tone="quiet" size="sm" icon={<ArrowLeft size={18} aria-hidden="true" />} onClick={onDone}>
          Back to people
        </Button>
      </div>
      <Card className="flex flex-col gap-4 p-4">
        <TextArea
          {...field('list')}
          label="One person per line"
          hint={`Name, username, email. A missing username is made from the name, and the email is optional. Up to ${limits.peopleAtOnce.toLocaleString()} people.`}
          placeholder={'Ada Lovelace, ada\nGrace Hopper, grace, grace@example.org'}
          rows={8}
          spellCheck={false}
          autoCapitalize="none"
        />
        <input
          ref={file}
          type="file"
          accept=".csv,.tsv,text/csv,text/plain"
          aria-label="CSV file"
          hidden
          onChange={async (event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = '';
            if (chosen === undefined) return;
            form.clearErrors();
            form.setValue('list', readList(await chosen.arrayBuffer()), { shouldDirty: true });
          }}
        />
        <Button
          tone="secondary"
          icon={<FileUp size={18} aria-hidden="true" />}
          onClick={() => file.current?.click()}
          disabled={pending}
        >
          Open a CSV file
        </Button>
      </Card>
      <FormError text={error} />
      <Button type="submit" size="lg" wide pending={pending}>
        Check the list
      </Button>
      <p className="text-pretty text-muted text-sm">
        You see everybody's username before anyone is added. Everyone gets a log-in link that works once, within{' '}
        {limits.loginLink.days} days, and lets them choose a password.
      </p>
    </form>
  );
}
