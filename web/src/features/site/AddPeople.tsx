import type { PlannedPerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { ArrowLeft, FileUp } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { faultLines, readList } from '#features/site/class-list.rules.ts';
import { LoginSlips, type Slip } from '#features/site/LoginSlips.tsx';
import { useTryPeople } from '#features/site/people.data.ts';
import { ReviewPeople } from '#features/site/ReviewPeople.tsx';
import { useTextDraft } from '#platform/drafts.ts';
import { ApiError, errorTexts, isHandled } from '#platform/errors.ts';
import { readTabDraft, writeTabDraft } from '#platform/tab-drafts.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { FormError } from '#ui/form/FormError.tsx';

/** What a reload must not lose, in this tab only: corrected usernames, and links of which the server keeps no copy. */
const keptIn = <T,>(name: string) => ({
  read: (): readonly T[] => JSON.parse(readTabDraft(name) ?? '[]'),
  write: (items: readonly T[]) => writeTabDraft(name, items.length === 0 ? '' : JSON.stringify(items)),
});
const keptPlan = keptIn<PlannedPerson>('class-plan');
const keptSlips = keptIn<Slip>('login-slips');

/** Adding a class at once: the list, then everybody's username to look through, and then the slips with everybody's link. */
export function AddPeople({ onDone }: { onDone: () => void }) {
  const [text, setText] = useTextDraft('class-list');
  const [plan, setPlan] = useState(keptPlan.read);
  const [slips, setSlips] = useState(keptSlips.read);
  const review = (people: readonly PlannedPerson[]) => {
    keptPlan.write(people);
    setPlan(people);
  };
  if (slips.length > 0) {
    const leave = () => {
      keptSlips.write([]);
      onDone();
    };
    return <LoginSlips slips={slips} onDone={leave} />;
  }
  if (plan.length > 0) {
    const finish = (made: readonly Slip[]) => {
      keptSlips.write(made);
      review([]);
      setText('');
      setSlips(made);
    };
    return <ReviewPeople people={plan} onChange={review} onBack={() => review([])} onAdded={finish} />;
  }
  return <ListForm text={text} onChange={setText} onChecked={review} onDone={onDone} />;
}

interface ListFormProps {
  text: string;
  onChange: (text: string) => void;
  /** The list is faultless. */
  onChecked: (people: readonly PlannedPerson[]) => void;
  onDone: () => void;
}

function ListForm({ text, onChange, onChecked, onDone }: ListFormProps) {
  const attempt = useTryPeople();
  const file = useRef<HTMLInputElement>(null);
  const [faults, setFaults] = useState<string[]>([]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setFaults([]);
    try {
      const people = await attempt.mutateAsync(text);
      const found = people.flatMap(({ line, fault }) => (fault === null ? [] : [[line, fault]]));
      if (found.length === 0) onChecked(people);
      else setFaults(faultLines(Object.fromEntries(found)));
    } catch (error) {
      if (isHandled(error)) return;
      const fields = error instanceof ApiError ? faultLines(error.fields) : [];
      setFaults(fields.length > 0 ? fields : errorTexts(error));
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <div>
        <Button tone="quiet" size="sm" icon={<ArrowLeft size={18} aria-hidden="true" />} onClick={onDone}>
          Back to people
        </Button>
      </div>
      <Card className="flex flex-col gap-4 p-4">
        <TextArea
          label="One person per line"
          hint={`Name, username, email. A missing username is made from the name, and the email is optional. Up to ${limits.peopleAtOnce.toLocaleString()} people.`}
          placeholder={'Ada Lovelace, ada\nGrace Hopper, grace, grace@example.org'}
          value={text}
          onChange={(event) => onChange(event.target.value)}
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
            if (chosen !== undefined) onChange(readList(await chosen.arrayBuffer()));
          }}
        />
        <Button
          tone="secondary"
          icon={<FileUp size={18} aria-hidden="true" />}
          onClick={() => file.current?.click()}
          disabled={attempt.isPending}
        >
          Open a CSV file
        </Button>
      </Card>
      <FormError text={faults.length === 0 ? undefined : ['Nobody has been added yet.', ...faults].join('\n')} />
      <Button type="submit" size="lg" wide pending={attempt.isPending} disabled={text.trim() === ''}>
        Check the list
      </Button>
      <p className="text-pretty text-muted text-sm">
        You see everybody's username before anyone is added. Everyone gets a log-in link that works once, within{' '}
        {limits.loginLink.days} days, and lets them choose a password.
      </p>
    </form>
  );
}
