import { codePoints, defaultProfilePath, limits } from '@hubbub/contract/platform/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ownUserOptions } from '#features/accounts/public.ts';
import { useUpdateProfile } from '#features/profiles/own-profile.data.ts';
import { formDraft, useDraft } from '#platform/drafts.ts';
import { refusalOf } from '#platform/errors.ts';
import { mediaUrl } from '#platform/media.ts';
import { useCurrentUser } from '#platform/session.ts';
import { AvatarEditor } from '#ui/avatar-editor/AvatarEditor.tsx';
import { isPicture, unchangedPicture } from '#ui/avatar-editor/avatar-editor.rules.ts';
import { usePictureUpload } from '#ui/avatar-editor/usePictureUpload.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { LengthCount } from '#ui/field/LengthCount.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import { Progress } from '#ui/progress/Progress.tsx';
import { toast } from '#ui/toast/toasts.ts';

/** The validation rules load after the first paint: people read the form before the rules are needed. */
async function loadSchema() {
  const { updateProfile: endpoint } = await import('@hubbub/contract/features/profiles/profiles.endpoints.ts');
  return endpoint.multipart.fields.pick({ name: true, bio: true }).required();
}

/** Picture, name and bio. */
export function ProfileEditor() {
  const user = useCurrentUser();
  const queries = useQueryClient();
  const { mutateAsync: update } = useUpdateProfile();
  const [picture, setPicture] = useDraft('profile-picture', unchangedPicture, isPicture);
  const { percent, upload } = usePictureUpload(picture);
  const draft = useMemo(() => formDraft('profile', ['name', 'bio']), []);

  const { submit, field, error, pending, form } = useValidatedForm({
    schema: loadSchema,
    initial: { name: user.name ?? '', bio: user.bio },
    follow: true,
    draft,
    explain: refusalOf,
    onSubmit: (values) =>
      upload(async (pictureFields, options) => {
        // An older answer must not overwrite this one.
        await queries.cancelQueries({ queryKey: ownUserOptions.queryKey });
        const saved = await update({ form: { ...values, ...pictureFields }, options });
        setPicture(unchangedPicture);
        form.reset({ name: saved.name ?? '', bio: saved.bio });
        draft.forget();
        toast.success('Profile saved');
        // The name and picture also appear on the person's posts and comments.
        void queries.invalidateQueries();
      }),
  });
  const counts = { name: codePoints(form.watch('name')), bio: codePoints(form.watch('bio')) };

  return (
    <form noValidate onSubmit={submit}>
      <Card className="flex flex-col gap-6 p-5 sm:p-6">
        <AvatarEditor
          label="Profile picture"
          current={mediaUrl(user.profile_path)}
          currentIsDefault={user.profile_path === defaultProfilePath}
          fallback={mediaUrl(defaultProfilePath)}
          picture={picture}
          onChange={setPicture}
        />
        <TextField
          {...field('name')}
          label="Name"
          aside={<LengthCount length={counts.name} max={limits.name.max} />}
          dir="auto"
          autoComplete="name"
        />
        <TextArea
          {...field('bio')}
          label="Bio"
          rows={3}
          grows
          aside={<LengthCount length={counts.bio} max={limits.bio.max} />}
          dir="auto"
          onKeyDown={(event) => {
            // Enter in a field submits; Shift+Enter inserts a line break.
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            if (!pending) event.currentTarget.form?.requestSubmit();
          }}
        />
        {percent !== undefined && <Progress label="Uploading picture" percent={percent} />}
        <FormError text={error} />
        <Button type="submit" size="lg" wide pending={pending}>
          Submit
        </Button>
      </Card>
    </form>
  );
}
