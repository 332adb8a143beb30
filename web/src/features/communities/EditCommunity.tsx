import type { Community, Visibility } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import { useMemo, useState } from 'react';
import { CommunityFields, communitySchema } from '#features/communities/CommunityFields.tsx';
import { useUpdateCommunity } from '#features/communities/communities.data.ts';
import { DeleteCommunity } from '#features/communities/DeleteCommunity.tsx';
import { formDraft, useDraft } from '#platform/drafts.ts';
import { refusalOf } from '#platform/errors.ts';
import { mediaUrl } from '#platform/media.ts';
import { showAlert } from '#ui/alerts/alerts.ts';
import { AvatarEditor } from '#ui/avatar-editor/AvatarEditor.tsx';
import { isPicture, unchangedPicture } from '#ui/avatar-editor/avatar-editor.rules.ts';
import { usePictureUpload } from '#ui/avatar-editor/usePictureUpload.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import { Progress } from '#ui/progress/Progress.tsx';

interface EditCommunityProps {
  community: Community;
  /** The community has moved to another URL. */
  onRenamed: (handle: string) => void;
  onDeleted: () => void;
}

/** Picture, name, handle, description and visibility; and deleting the community. */
export function EditCommunity({ community, onRenamed, onDeleted }: EditCommunityProps) {
  const { community_id, community_handle, name, profile_path, description } = community;
  const { mutateAsync: update } = useUpdateCommunity(community_handle);
  const [picture, setPicture] = useDraft(`community-picture:${community_id}`, unchangedPicture, isPicture);
  const { percent, upload } = usePictureUpload(picture);
  const [chosen, setChosen] = useState<Visibility>();
  const visibility = chosen ?? community.visibility;
  const draft = useMemo(
    () => formDraft(`community:${community_id}`, ['name', 'handle', 'description']),
    [community_id],
  );

  const { submit, field, error, pending, form } = useValidatedForm({
    schema: communitySchema,
    initial: { name, handle: community_handle, description },
    follow: true,
    draft,
    explain: refusalOf,
    onSubmit: (values) =>
      upload(async (pictureFields, options) => {
        const change = { ...values, visibility, ...pictureFields };
        const { message, updated } = await update({ form: change, options });
        setPicture(unchangedPicture);
        const { description: stored } = updated;
        form.reset({ name: updated.name, handle: updated.community_handle, description: stored });
        setChosen(undefined);
        draft.forget();
        if (updated.community_handle !== community_handle) onRenamed(updated.community_handle);
        // The server's message is shown in an alert.
        void showAlert(message);
      }),
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
          <CommunityFields field={field} typed={form.watch()} visibility={visibility} onVisibilityChange={setChosen} />
          {percent !== undefined && <Progress label="Uploading picture" percent={percent} />}
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
