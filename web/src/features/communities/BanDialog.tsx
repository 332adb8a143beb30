import { banText } from '@hubbub/contract/features/communities/bans.endpoints.ts';
import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { useBanMember } from '#features/communities/bans.data.ts';
import { type BanLength, banLengths, daysOf } from '#features/communities/bans.rules.ts';
import { formDraft } from '#platform/drafts.ts';
import { refusalOf } from '#platform/errors.ts';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import { Segmented } from '#ui/segmented/Segmented.tsx';
import { toast } from '#ui/toast/toasts.ts';

const schema = z.object({
  username: z.string().trim().min(1, { error: messages.usernameRequired }),
  text: banText,
});

interface BanDialogProps {
  community: Community;
  /** The person to ban; empty to type a username. */
  username: string;
  onClose: () => void;
}

/** Bans a person: how long, why, and whether their messages go as well. */
export default function BanDialog({ community, username, onClose }: BanDialogProps) {
  const handle = community.community_handle;
  const { mutateAsync: ban } = useBanMember(handle);
  const [length, setLength] = useState<BanLength>('7');
  const [deletes, setDeletes] = useState(false);
  const draft = useMemo(() => formDraft(`ban:${handle}:${username}`, ['username', 'text']), [handle, username]);
  const form = useValidatedForm({
    schema,
    initial: { username, text: '' },
    draft,
    fails: 'here',
    explain: refusalOf,
    onSubmit: async ({ username: typed, text }) => {
      const name = typed.replace(/^@/, '');
      await ban({ username: name, days: daysOf(length), text, delete_messages: deletes });
      draft.forget();
      toast.success(`@${name} is banned from ${community.name}`);
      onClose();
    },
  });
  return (
    <FormDialog
      keepsDraft
      title={username === '' ? 'Ban someone' : `Ban @${username}`}
      description={`They're removed from ${community.name} right away and can't come back until the ban ends.`}
      action="Ban"
      tone="danger"
      form={form}
      onClose={onClose}
    >
      {username === '' && (
        <TextField
          {...form.field('username')}
          label="Username"
          leading="@"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
        />
      )}
      <div className="flex flex-col gap-1.5">
        <span className="font-medium text-sm">How long</span>
        <Segmented label="How long" value={length} onValueChange={setLength} options={banLengths} />
      </div>
      <TextArea
        {...form.field('text')}
        label="Reason"
        hint="They can read it."
        aside="Optional"
        rows={3}
        grows
        dir="auto"
      />
      <Checkbox
        label="Delete their messages in this community"
        checked={deletes}
        onCheckedChange={(on) => setDeletes(on)}
      />
    </FormDialog>
  );
}
