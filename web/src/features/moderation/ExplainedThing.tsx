import { useQuery } from '@tanstack/react-query';
import { choosableChannels } from '#features/moderation/explain.data.ts';
import { type ThingKind, typedName } from '#features/moderation/explain.rules.ts';
import type { QuestionForm } from '#features/moderation/question-form.ts';
import { errorTexts } from '#platform/errors.ts';
import { usePaused } from '#platform/use-paused.ts';
import { SelectField } from '#ui/field/SelectField.tsx';
import { TextField } from '#ui/field/TextField.tsx';

const kinds: { value: ThingKind; label: string }[] = [
  { value: 'community', label: 'A community' },
  { value: 'channel', label: 'A channel' },
  { value: 'post', label: 'A post' },
  { value: 'user', label: 'Another person' },
];

const textLabels: Record<ThingKind, string> = {
  community: 'Community handle',
  channel: 'Community handle',
  post: 'Link to the post',
  user: "The other person's username",
};

interface FormProps {
  form: QuestionForm;
}

interface InCommunityProps extends FormProps {
  community: { handle: string; name: string };
}

interface ExplainedThingProps extends FormProps {
  /** It's about this community or one of its channels; anything if it's left out. */
  community?: InCommunityProps['community'] | undefined;
}

/** What the question is about. */
export function ExplainedThing({ community, form }: ExplainedThingProps) {
  return community === undefined ? <AnyThing form={form} /> : <ThingIn community={community} form={form} />;
}

/** A community, or one of its channels. */
function ThingIn({ community, form: { form } }: InCommunityProps) {
  const { data: channels = [] } = useQuery(choosableChannels(community.handle));
  return (
    <SelectField
      label="Where"
      value={form.watch('channel')}
      onChange={(id) => {
        form.setValue('kind', id === '' ? 'community' : 'channel');
        form.setValue('channel', id);
      }}
      options={[
        { value: '', label: community.name },
        ...channels.map(({ channel_id, name }) => ({ value: channel_id, label: `#${name}` })),
      ]}
    />
  );
}

function AnyThing({ form: question }: FormProps) {
  const { form, field } = question;
  const kind = form.watch('kind');
  const text = field('text');
  return (
    <>
      <SelectField
        label="What it's about"
        value={kind}
        onChange={(next) => {
          form.clearErrors();
          form.setValue('kind', next as ThingKind);
          form.setValue('text', '');
          form.setValue('channel', '');
        }}
        options={kinds}
      />
      <TextField
        {...text}
        onChange={(event) => {
          form.setValue('channel', '');
          void text.onChange(event);
        }}
        label={textLabels[kind]}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {kind === 'channel' && <ChannelChoice form={question} />}
    </>
  );
}

/** The channels of a community whose handle is being typed. */
function ChannelChoice({ form: { form, field } }: FormProps) {
  const handle = typedName(form.watch('text'));
  const chosen = form.watch('channel');
  const { data: channels = [], error } = useQuery(choosableChannels(usePaused(handle)));
  return (
    <>
      <SelectField
        label="Channel"
        value={channels.some(({ channel_id }) => channel_id === chosen) ? chosen : ''}
        error={field('channel').error}
        onChange={(id) => form.setValue('channel', id, { shouldValidate: form.formState.isSubmitted })}
        options={[
          { value: '', label: 'Choose a channel' },
          ...channels.map(({ channel_id, name }) => ({ value: channel_id, label: `#${name}` })),
        ]}
      />
      <p role="status" className="-mt-2 text-muted text-xs empty:hidden">
        {error !== null && errorTexts(error).join(' ')}
      </p>
    </>
  );
}
