import {
  type Community,
  communityDescription,
  communityHandle,
  communityName,
  type Visibility,
} from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { DescriptionField, HandleField, NameField, VisibilityField } from '#features/communities/CommunityFields.tsx';
import { updateCommunity } from '#features/communities/communities.data.ts';
import { DeleteCommunity } from '#features/communities/DeleteCommunity.tsx';
import { formDraft, useDraft } from '#platform/drafts.ts';
import { refusalOf } from '#platform/errors.ts';
import { mediaUrl } from '#platform/media.ts';
import { showAlert } from '#ui/alerts/alerts.ts';
import { AvatarEditor } from '#ui/avatar-editor/AvatarEditor.tsx';
import { isPicture, keptPicture, pictureFields } from '#ui/avatar-editor/avatar-editor.rules.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import { Progress } from '#ui/progress/Progress.tsx';

const schema = z.object({ name: communityName, handle: communityHandle, description: communityDescription });

interface EditCommunityProps {
  community: Community;
  /** The community has moved to another URL. */
  onRenamed: (handle: string) => void;
  onDeleted: () => void;
}

/** Section 2, community settings: picture, name, handle, description and visibility; and deleting the community. */
export function EditCommunity({ community, onRenamed, onDeleted }: EditCommunityProps) {
  const { community_id, community_handle, name, profile_path, description } = community;
  const client = useQueryClient();
  const [picture, setPicture] = useDraft(`community-picture:${community_id}`, keptPicture, isPicture);
  /** Upload percentage while an upload is running. */
  const [sent, setSent] = useState<number>();
  const [chosen, setChosen] = useState<Visibility>();
  const visibility = chosen ?? community.visibility;
  const draft = useMemo(
    () => formDraft(`community:${community_id}`, ['name', 'handle', 'description']),
    [community_id],
  );

  const { submit, field, error, pending, form } = useValidatedForm({
    schema,
    initial: { name, handle: community_handle, description },
    follow: true,
    draft,
    explain: refusalOf,
    onSubmit: async (values) => {
      if (picture.kind === 'cropping') {
        void showAlert(messages.pendingCrop);
        return;
      }
      try {
        const onProgress = picture.kind === 'cropped' ? setSent : undefined;
        const change = { ...values, visibility, ...pictureFields(picture) };
        const { message, updated } = await updateCommunity(client, community_handle, change, { onProgress });
        setPicture(keptPicture);
        const { description: stored } = updated;
        form.reset({ name: updated.name, handle: updated.community_handle, description: stored });
        setChosen(undefined);
        draft.forget();
        if (updated.community_handle !== community_handle) onRenamed(updated.community_handle);
        // Section 7: the server's message is shown in an alert.
        void showAlert(message);
      } finally {
        setSent(undefined);
      }
    },
  });

  return (
    <div className="max-w-[640px]">
      <form noValidate onSubmit={submit}>
        <Card className="flex flex-col gap-6 p-5 sm:p-6">
          <AvatarEditor
            label="Community picture"
            current={mediaUrl(profile_path)}
            currentIsDefault={profile_path === defaultProfilePath}
            fallback={mediaUrl(defaultProfilePath)}
            picture={picture}
            onChange={setPicture}
          />
          <NameField {...field('name')} typed={form.watch('name')} />
          <HandleField {...field('handle')} />
          <DescriptionField {...field('description')} typed={form.watch('description')} />
          <VisibilityField value={visibility} onChange={setChosen} />
          {sent !== undefined && <Progress label="Uploading picture" percent={sent} />}
          <FormError text={error} />
          <Button type="submit" size="lg" wide pending={pending}>
            Apply
          </Button>
        </Card>
      </form>
      <DeleteCommunity
        community={community}
        onDeleted={() => {
          draft.forget();
          onDeleted();
        }}
      />
    </div>
  );
}
