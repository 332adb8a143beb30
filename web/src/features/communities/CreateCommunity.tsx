import {
  communityDescription,
  communityHandle,
  communityName,
  type Visibility,
} from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { DescriptionField, HandleField, NameField, VisibilityField } from '#features/communities/CommunityFields.tsx';
import { createCommunity } from '#features/communities/communities.data.ts';
import { formDraft, useDraft } from '#platform/drafts.ts';
import { refusalOf } from '#platform/errors.ts';
import { mediaUrl } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { showAlert } from '#ui/alerts/alerts.ts';
import { AvatarEditor } from '#ui/avatar-editor/AvatarEditor.tsx';
import { isPicture, keptPicture, pictureFields } from '#ui/avatar-editor/avatar-editor.rules.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import { Progress } from '#ui/progress/Progress.tsx';

const draft = formDraft('community', ['name', 'handle', 'description']);
const schema = z.object({ name: communityName, handle: communityHandle, description: communityDescription });

/** Section 2, Create a Community. */
export function CreateCommunity() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [picture, setPicture] = useDraft('community-picture', keptPicture, isPicture);
  /** Upload percentage while an upload is running. */
  const [sent, setSent] = useState<number>();
  const [visibility, setVisibility] = useState<Visibility>('public');
  const [membersMayPost, setMembersMayPost] = useState(true);

  const { submit, field, error, pending, form } = useValidatedForm({
    schema,
    initial: { name: '', handle: '', description: '' },
    draft,
    explain: refusalOf,
    onSubmit: async (values) => {
      if (picture.kind === 'cropping') {
        void showAlert(messages.pendingCrop);
        return;
      }
      const { profile_pic } = pictureFields(picture);
      try {
        const members_may_post = membersMayPost ? ('true' as const) : ('false' as const);
        const own = { ...values, visibility, members_may_post };
        const fields = { ...own, ...(profile_pic !== undefined && { profile_pic }) };
        const onProgress = profile_pic === undefined ? undefined : setSent;
        const { community_handle } = await createCommunity(client, fields, { onProgress });
        draft.forget();
        setPicture(keptPicture);
        await navigate(pathTo('communities'), { state: { community: community_handle } });
      } finally {
        setSent(undefined);
      }
    },
  });

  const defaultPicture = mediaUrl(defaultProfilePath);
  return (
    <form noValidate onSubmit={submit}>
      <Card className="flex flex-col gap-6 p-5 sm:p-6">
        <AvatarEditor
          label="Community picture"
          current={defaultPicture}
          currentIsDefault
          fallback={defaultPicture}
          picture={picture}
          onChange={setPicture}
        />
        <NameField {...field('name')} typed={form.watch('name')} />
        <HandleField {...field('handle')} />
        <DescriptionField {...field('description')} typed={form.watch('description')} />
        <VisibilityField value={visibility} onChange={setVisibility} />
        <Checkbox
          label="Members can post"
          hint="You can change this in the role user."
          checked={membersMayPost}
          onCheckedChange={(on) => setMembersMayPost(on)}
        />
        {sent !== undefined && <Progress label="Uploading picture" percent={sent} />}
        <FormError text={error} />
        <Button type="submit" size="lg" wide pending={pending}>
          Create
        </Button>
      </Card>
    </form>
  );
}
