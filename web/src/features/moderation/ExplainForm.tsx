import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { useId, useState } from 'react';
import { ExplainedThing } from '#features/moderation/ExplainedThing.tsx';
import { type Explanation, suggestedMembers, useAskWhy } from '#features/moderation/explain.data.ts';
import { actionChoices, actionOf, type TypedQuestion, typedName } from '#features/moderation/explain.rules.ts';
import { type QuestionForm, questionSchema } from '#features/moderation/question-form.ts';
import { refusalOf } from '#platform/errors.ts';
import { usePaused } from '#platform/use-paused.ts';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { SelectField } from '#ui/field/SelectField.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';

/** What's known before anything is typed: a person, or where. */
export type ExplainAbout =
  | { person: { username: string; name: string | null } }
  | { community: { handle: string; name: string }; channel?: { id: string; name: string } };

/** A username; members of the community are suggested. */
function PersonField({ handle, form }: { handle: string; form: QuestionForm }) {
  const listId = useId();
  const typed = form.form.watch('username');
  const { data: members = [] } = useQuery(suggestedMembers(handle, usePaused(typedName(typed))));
  return (
    <>
      <TextField
        {...form.field('username')}
        label="Username"
        hint="The person you're asking about"
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

/** What's known, and the choices that come first. */
function firstQuestion(about: ExplainAbout): TypedQuestion {
  const blank = { username: '', kind: 'community', text: '', channel: '', action: 'view' } as const;
  if ('person' in about) return { ...blank, username: about.person.username };
  const { community, channel } = about;
  return { ...blank, text: community.handle, ...(channel !== undefined && { kind: 'channel', channel: channel.id }) };
}

/** Asks for a person and an action, and explains why they can or can't. */
export default function ExplainForm({ about, onClose }: { about: ExplainAbout; onClose: () => void }) {
  const [asked, setAsked] = useState('');
  const { mutateAsync, data: explanation } = useAskWhy();
  const validated = useValidatedForm({
    schema: questionSchema,
    initial: firstQuestion(about),
    carried: ['kind', 'action'],
    fails: 'here',
    explain: refusalOf,
    onSubmit: async (question) => {
      setAsked(shown);
      await mutateAsync(question);
    },
  });
  const { form } = validated;
  const typed = form.watch();
  const shown = JSON.stringify(typed);
  // The answer disappears once the question changes.
  const isAsked = asked === shown;

  return (
    <FormDialog
      title={titleOf(about)}
      description="You'll get the same answer they would, and what to do about it."
      action="Find out"
      form={{ ...validated, error: isAsked ? validated.error : undefined }}
      hasCancel={false}
      onClose={onClose}
    >
      {'person' in about ? (
        <ExplainedThing form={validated} />
      ) : (
        <>
          <PersonField handle={about.community.handle} form={validated} />
          {about.channel === undefined && <ExplainedThing community={about.community} form={validated} />}
        </>
      )}
      <SelectField
        label="What they want to do"
        value={actionOf(typed.kind, typed.action)}
        onChange={(action) => form.setValue('action', action)}
        options={actionChoices(typed.kind)}
      />
      <div role="status">{isAsked && explanation && <AnswerCard {...explanation} />}</div>
    </FormDialog>
  );
}
