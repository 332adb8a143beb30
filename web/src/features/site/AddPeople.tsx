import { limits } from '@hubbub/contract/platform/limits.ts';
import { ArrowLeft, FileUp } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { faultLines, readList, toCsv } from '#features/site/class-list.rules.ts';
import { LoginSlips, type Slip } from '#features/site/LoginSlips.tsx';
import { useAddPeople } from '#features/site/people.data.ts';
import { useTextDraft } from '#platform/drafts.ts';
import { ApiError, errorTexts, isHandled } from '#platform/errors.ts';
import { readTabDraft, writeTabDraft } from '#platform/tab-drafts.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { FormError } from '#ui/form/FormError.tsx';

/** The slips survive a reload, because the server keeps no copy of the links; in this tab only, until somebody has printed them. */
const kept = {
  name: 'login-slips',
  read: (): readonly Slip[] | undefined => {
    const text = readTabDraft(kept.name);
    return text === null ? undefined : JSON.parse(text);
  },
  write: (slips: readonly Slip[]) => writeTabDraft(kept.name, slips.length === 0 ? '' : JSON.stringify(slips)),
};

/** Adding a class at once, and then the slips with everybody's link. */
export function AddPeople({ onDone }: { onDone: () => void }) {
  const add = useAddPeople();
  const file = useRef<HTMLInputElement>(null);
  const [text, setText] = useTextDraft('class-list');
  const [faults, setFaults] = useState<string[]>([]);
  const [slips, setSlips] = useState(kept.read);
  if (slips !== undefined) {
    const leave = () => {
      kept.write([]);
      onDone();
    };
    return <LoginSlips slips={slips} onDone={leave} />;
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const { csv, added } = toCsv(text);
    try {
      setFaults([]);
      const made = await add.mutateAsync(csv);
      kept.write(made);
      setSlips(made);
      setText('');
    } catch (error) {
      if (isHandled(error)) return;
      setFaults(error instanceof ApiError ? faultLines(error.fields, added) : []);
      if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) setFaults(errorTexts(error));
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
          hint={`Name, username, email. The email is optional. Up to ${limits.peopleAtOnce} people.`}
          placeholder={'Ada Lovelace, ada\nGrace Hopper, grace, grace@example.org'}
          value={text}
          onChange={(event) => setText(event.target.value)}
          rows={8}
          spellCheck={false}
          autoCapitalize="none"
        />
        <input
          ref={file}
          type="file"
          accept=".csv,text/csv,text/plain"
          aria-label="CSV file"
          hidden
          onChange={async (event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = '';
            if (chosen !== undefined) setText(readList(await chosen.arrayBuffer()));
          }}
        />
        <Button
          tone="secondary"
          icon={<FileUp size={18} aria-hidden="true" />}
          onClick={() => file.current?.click()}
          disabled={add.isPending}
        >
          Open a CSV file
        </Button>
      </Card>
      <FormError text={faults.length === 0 ? undefined : ['Nobody has been added yet.', ...faults].join('\n')} />
      <Button type="submit" size="lg" wide pending={add.isPending} disabled={text.trim() === ''}>
        Add
      </Button>
      <p className="text-pretty text-muted text-sm">
        Everyone gets a log-in link that works once, within {limits.loginLink.days} days, and lets them choose a
        password.
      </p>
    </form>
  );
}
