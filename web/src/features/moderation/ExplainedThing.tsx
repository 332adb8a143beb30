import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { choosableChannels } from '#features/moderation/explain.data.ts';
import { type Thing, type ThingKind, typedId, typedName } from '#features/moderation/explain.rules.ts';
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

const idLabels: Record<ThingKind, string> = {
  community: 'Community handle',
  channel: 'Community handle',
  post: 'Link to the post',
  user: "The other person's username",
};

interface ExplainedThingProps {
  /** It's about this community or one of its channels; anything if it's left out. */
  community?: { handle: string; name: string } | undefined;
  onChange: (thing: Thing) => void;
}

/** What the question is about. */
export function ExplainedThing({ community, onChange }: ExplainedThingProps) {
  return community === undefined ? (
    <AnyThing onChange={onChange} />
  ) : (
    <PlaceIn community={community} onChange={onChange} />
  );
}

/** A community, or one of its channels. */
function PlaceIn({
  community,
  onChange,
}: {
  community: { handle: string; name: string };
  onChange: (thing: Thing) => void;
}) {
  const [chosen, setChosen] = useState('');
  const { data: channels = [] } = useQuery(choosableChannels(community.handle));
  return (
    <SelectField
      label="Where"
      value={chosen}
      onChange={(id) => {
        setChosen(id);
        onChange(id === '' ? { kind: 'community', id: community.handle } : { kind: 'channel', id });
      }}
      options={[
        { value: '', label: community.name },
        ...channels.map(({ channel_id, name }) => ({ value: channel_id, label: `#${name}` })),
      ]}
    />
  );
}

function AnyThing({ onChange }: { onChange: (thing: Thing) => void }) {
  const [kind, setKind] = useState<ThingKind>('community');
  const [text, setText] = useState('');
  const change = (next: ThingKind, typed: string) => {
    setKind(next);
    setText(typed);
    onChange({ kind: next, id: next === 'channel' ? '' : typedId(next, typed) });
  };
  return (
    <>
      <SelectField
        label="What it's about"
        value={kind}
        onChange={(next) => change(next as ThingKind, '')}
        options={kinds}
      />
      <TextField
        label={idLabels[kind]}
        value={text}
        onChange={(event) => change(kind, event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {kind === 'channel' && <ChannelChoice handle={typedName(text)} onChoose={(id) => onChange({ kind, id })} />}
    </>
  );
}

/** The channels of a community whose handle is being typed. */
function ChannelChoice({ handle, onChoose }: { handle: string; onChoose: (id: string) => void }) {
  const [chosen, setChosen] = useState('');
  const { data: channels = [], error } = useQuery(choosableChannels(usePaused(handle)));
  return (
    <>
      <SelectField
        label="Channel"
        value={channels.some(({ channel_id }) => channel_id === chosen) ? chosen : ''}
        onChange={(id) => {
          setChosen(id);
          onChoose(id);
        }}
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
