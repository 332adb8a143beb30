import { codePoints, defaultProfilePath, limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ownUserOptions } from '#features/accounts/public.ts';
import { updateProfile } from '#features/profiles/own-profile.data.ts';
import { formDraft, useDraft } from '#platform/drafts.ts';
import { refusalOf } from '#platform/errors.ts';
import { mediaUrl } from '#platform/media.ts';
import { useCurrentUser } from '#platform/session.ts';
import { showAlert } from '#ui/alerts/alerts.ts';
import { AvatarEditor } from '#ui/avatar-editor/AvatarEditor.tsx';
import { isPicture, keptPicture, pictureFields } from '#ui/avatar-editor/avatar-editor.rules.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { cx } from '#ui/cx.ts';
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

/** A text's length and limit, in code points. */
function Count({ of: count, max }: { of: number; max: number }) {
  return (
    <span className={cx(count > max && 'font-semibold text-danger-text')}>
      {count} / {max}
    </span>
  );
}

/** Section 2, Update Profile: picture, name and bio. */
export function ProfileEditor() {
  const user = useCurrentUser();
  const queries = useQueryClient();
  const [picture, setPicture] = useDraft('profile-picture', keptPicture, isPicture);
  /** Upload percentage while an upload is running. */
  const [sent, setSent] = useState<number>();
  const draft = useMemo(() => formDraft('profile', ['name', 'bio']), []);

  const { submit, field, error, pending, form } = useValidatedForm({
    schema: loadSchema,
    initial: { name: user.name ?? '', bio: user.bio },
    follow: true,
    draft,
    explain: refusalOf,
    onSubmit: async (values) => {
      if (picture.kind === 'cropping') {
        void showAlert(messages.pendingCrop);
        return;
      }
      const onProgress = picture.kind === 'cropped' ? setSent : undefined;
      try {
        // An older answer must not overwrite this one.
        await queries.cancelQueries({ queryKey: ownUserOptions.queryKey });
        const saved = await updateProfile({ ...values, ...pictureFields(picture) }, { onProgress });
        setPicture(keptPicture);
        form.reset({ name: saved.name ?? '', bio: saved.bio });
      } finally {
        setSent(undefined);
      }
      draft.forget();
      toast.success('Profile saved');
      // The name and picture also appear on the person's posts and comments.
      void queries.invalidateQueries();
    },
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
          aside={<Count of={counts.name} max={limits.name.max} />}
          dir="auto"
          autoComplete="name"
        />
        <TextArea
          {...field('bio')}
          label="Bio"
          rows={3}
          grows
          aside={<Count of={counts.bio} max={limits.bio.max} />}
          dir="auto"
          onKeyDown={(event) => {
            // Section 2: Enter in a field submits; Shift+Enter inserts a line break.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (!pending) event.currentTarget.form?.requestSubmit();
          }}
        />
        {sent !== undefined && <Progress label="Uploading picture" percent={sent} />}
        <FormError text={error} />
        <Button type="submit" size="lg" wide pending={pending}>
          Submit
        </Button>
      </Card>
    </form>
  );
}
