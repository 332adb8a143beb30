import type { Visibility } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CommunityFields, communitySchema } from '#features/communities/CommunityFields.tsx';
import { useCreateCommunity } from '#features/communities/communities.data.ts';
import { formDraft, useDraft } from '#platform/drafts.ts';
import { refusalOf } from '#platform/errors.ts';
import { mediaUrl } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { AvatarEditor } from '#ui/avatar-editor/AvatarEditor.tsx';
import { isPicture, unchangedPicture } from '#ui/avatar-editor/avatar-editor.rules.ts';
import { usePictureUpload } from '#ui/avatar-editor/usePictureUpload.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import { Progress } from '#ui/progress/Progress.tsx';

const draft = formDraft('community', ['name', 'handle', 'description']);

/** Creates a community. */
export function CreateCommunity() {
  const { mutateAsync: create } = useCreateCommunity();
  const navigate = useNavigate();
  const [picture, setPicture] = useDraft('community-picture', unchangedPicture, isPicture);
  const { percent, upload } = usePictureUpload(picture);
  const [visibility, setVisibility] = useState<Visibility>('public');
  const [membersMayPost, setMembersMayPost] = useState(true);

  const { submit, field, error, pending, form } = useValidatedForm({
    schema: communitySchema,
    initial: { name: '', handle: '', description: '' },
    draft,
    explain: refusalOf,
    onSubmit: (values) =>
      upload(async ({ profile_pic }, options) => {
        const members_may_post = membersMayPost ? ('true' as const) : ('false' as const);
        const own = { ...values, visibility, members_may_post };
        const form = { ...own, ...(profile_pic !== undefined && { profile_pic }) };
        const { community_handle } = await create({ form, options });
        draft.forget();
        setPicture(unchangedPicture);
        await navigate(pathTo('communities'), { state: { community: community_handle } });
      }),
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
        <CommunityFields
          field={field}
          typed={form.watch()}
          visibility={visibility}
          onVisibilityChange={setVisibility}
        />
        <Checkbox
          label="Members can post"
          hint='You can change this later in the "user" role.'
          checked={membersMayPost}
          onCheckedChange={(on) => setMembersMayPost(on)}
        />
        {percent !== undefined && <Progress label="Uploading picture" percent={percent} />}
        <FormError text={error} />
        <Button type="submit" size="lg" wide pending={pending}>
          Create
        </Button>
      </Card>
    </form>
  );
}
