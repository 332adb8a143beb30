import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { useId, useState } from 'react';
import { ExplainedThing } from '#features/moderation/ExplainedThing.tsx';
import { type Explanation, suggestedMembers, useAskWhy } from '#features/moderation/explain.data.ts';
import { actionChoices, actionOf, missingIn, type Thing, typedName } from '#features/moderation/explain.rules.ts';
import { usePaused } from '#platform/use-paused.ts';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { SelectField } from '#ui/field/SelectField.tsx';
import { TextField } from '#ui/field/TextField.tsx';

/** What's known before anything is typed: a person, or where. */
export type ExplainAbout =
  | { person: { username: string; name: string | null } }
  | { community: { handle: string; name: string }; channel?: { id: string; name: string } };

/** A username; members of the community are suggested. */
function PersonField({ handle, value, onChange }: { handle: string; value: string; onChange: (text: string) => void }) {
  const listId = useId();
  const { data: members = [] } = useQuery(suggestedMembers(handle, usePaused(typedName(value))));
  return (
    <>
      <TextField
        label="Username"
        hint="The person you're asking about"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        list={listId}
        leading="@"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <datalist id={listId}>
        {members.map(({ username, name }) => (
          <option key={username} value={username}>
            {name ?? username}
          </option>
        ))}
      </datalist>
    </>
  );
}

function AnswerCard({ allowed, because }: Explanation) {
  const Icon = allowed ? CircleCheck : CircleX;
  return (
    <div className="flex animate-appear items-start gap-2.5 rounded-control bg-raised px-3.5 py-3">
      <Icon size={20} aria-hidden="true" className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">{allowed ? 'Yes, they can.' : "No, they can't."}</p>
        <ul className="flex flex-col gap-1 text-sm">
          {because.map((text) => (
            <li key={text} dir="auto" className="[overflow-wrap:anywhere]">
              {text}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function titleOf(about: ExplainAbout): string {
  if ('person' in about) return `Why can't ${about.person.name ?? about.person.username}…?`;
  return about.channel === undefined ? "Why can't someone…?" : `Why can't someone use #${about.channel.name}?`;
}

const firstThing = (about: ExplainAbout): Thing => {
  if ('person' in about) return { kind: 'community', id: '' };
  return about.channel === undefined
    ? { kind: 'community', id: about.community.handle }
    : { kind: 'channel', id: about.channel.id };
};

/** Asks for a person and an action, and tells why they can or can't. */
export default function ExplainForm({ about, onClose }: { about: ExplainAbout; onClose: () => void }) {
  const [typed, setTyped] = useState('person' in about ? about.person.username : '');
  const [thing, setThing] = useState(() => firstThing(about));
  const [chosen, setAction] = useState('view');
  const [asked, setAsked] = useState<{ question: string; missing: string | undefined }>();
  const { mutate, data: explanation, fault, isPending: pending } = useAskWhy();
  const action = actionOf(thing.kind, chosen);
  const username = typedName(typed);
  // What was answered is gone once the question changes.
  const question = JSON.stringify([username, thing, action]);
  const shown = asked?.question === question ? asked : undefined;
  const isAnswered = shown !== undefined && shown.missing === undefined;

  function ask(): void {
    const missing = missingIn({ username, thing });
    setAsked({ question, missing });
    if (missing === undefined) mutate({ username, ...thing, action });
  }

  return (
    <FormDialog
      title={titleOf(about)}
      description="You'll get the same answer they would, and what to do about it."
      action="Find out"
      form={{ submit: ask, error: shown?.missing ?? (isAnswered ? fault : undefined), pending }}
      onClose={onClose}
    >
      {'person' in about ? (
        <ExplainedThing onChange={setThing} />
      ) : (
        <>
          <PersonField handle={about.community.handle} value={typed} onChange={setTyped} />
          {about.channel === undefined && <ExplainedThing community={about.community} onChange={setThing} />}
        </>
      )}
      <SelectField
        label="What they want to do"
        value={action}
        onChange={setAction}
        options={actionChoices(thing.kind)}
      />
      <div role="status">{isAnswered && explanation && <AnswerCard {...explanation} />}</div>
    </FormDialog>
  );
}
