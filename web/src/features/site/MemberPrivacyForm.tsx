import type { Site } from '@hubbub/contract/features/site/site.shapes.ts';
import { useState } from 'react';
import { SiteForm } from '#features/site/SiteForm.tsx';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { RadioList } from '#ui/radio-list/RadioList.tsx';

const senders = [
  { value: 'everyone', label: 'Everyone', hint: 'Anyone on this site can message them.' },
  {
    value: 'known',
    label: 'People they know',
    hint: "People they follow or share a community with. Anyone else's first message waits as a request.",
  },
  { value: 'nobody', label: 'Nobody', hint: 'They can message others, but nobody new can message them.' },
] as const;

/** What holds for members until they choose for themselves. */
export function MemberPrivacyForm({ site }: { site: Site }) {
  const [messagesFrom, setMessagesFrom] = useState(site.default_messages_from ?? 'everyone');
  const [readMarks, setReadMarks] = useState(site.default_read_marks ?? true);
  const [presence, setPresence] = useState(site.default_presence ?? true);
  const [previews, setPreviews] = useState(site.previews);
  const body = {
    default_messages_from: messagesFrom,
    default_read_marks: readMarks,
    default_presence: presence,
    previews,
  };

  return (
    <SiteForm values={body} change={() => ({ body })}>
      <p className="text-muted text-sm">This applies until members choose for themselves in their settings.</p>
      <RadioList
        asCards
        label="Who can message members"
        value={messagesFrom}
        onChange={setMessagesFrom}
        options={senders}
      />
      <Checkbox
        label="Members show what they've read"
        hint="Members who hide their own don't see anybody else's."
        checked={readMarks}
        onCheckedChange={setReadMarks}
      />
      <Checkbox
        label="Members show when they're online"
        hint="Members who hide their own don't see anybody else's."
        checked={presence}
        onCheckedChange={setPresence}
      />
      <Checkbox
        label="Notifications on members' devices say who wrote what"
        hint="Turned off, they only say that there's something new, for everybody. The services of Apple, Google or Mozilla that pass them on can't read them either way."
        checked={previews}
        onCheckedChange={setPreviews}
      />
    </SiteForm>
  );
}
