import { updateGroup } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { defaultProfilePath, limits } from '@hubbub/contract/platform/limits.ts';
import type { Author } from '@hubbub/contract/platform/shapes.ts';
import { useState } from 'react';
import { useCreateGroup } from '#features/conversations/conversations.data.ts';
import { PeoplePicker } from '#features/conversations/PeoplePicker.tsx';
import { useRecentPeople } from '#features/conversations/people.data.ts';
import { refusalOf } from '#platform/errors.ts';
import { mediaUrl } from '#platform/media.ts';
import { AvatarEditor } from '#ui/avatar-editor/AvatarEditor.tsx';
import { type Picture, unchangedPicture } from '#ui/avatar-editor/avatar-editor.rules.ts';
import { usePictureUpload } from '#ui/avatar-editor/usePictureUpload.ts';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';

const { min, max } = limits.group.members;

interface NewGroupDialogProps {
  onClose: () => void;
  /** The group exists now. */
  onMade: (id: string) => void;
}

/** Creates a group: first its members, then its name and picture, which are optional. */
export function NewGroupDialog({ onClose, onMade }: NewGroupDialogProps) {
  const { mutateAsync: create } = useCreateGroup();
  const suggested = useRecentPeople();
  const [chosen, setChosen] = useState<readonly Author[]>([]);
  const [isNaming, setNaming] = useState(false);
  const [picture, setPicture] = useState<Picture>(unchangedPicture);
  const { upload } = usePictureUpload(picture);
  const form = useValidatedForm({
    schema: updateGroup.multipart.fields,
    initial: { name: '' },
    fails: 'here',
    explain: refusalOf,
    onSubmit: async ({ name = '' }) => {
      if (!isNaming) return setNaming(true);
      await upload(async ({ profile_pic }) => {
        const usernames = chosen.map(({ username }) => username);
        onMade(await create({ usernames, name, ...(profile_pic !== undefined && { profile_pic }) }));
      });
    },
  });
  const isEnough = chosen.length >= min - 1;
  const defaultPicture = mediaUrl(defaultProfilePath);

  return (
    <FormDialog
      title="New group"
      description={
        isNaming ? 'Everyone in it can change its name and picture.' : `Choose ${min - 1} to ${max - 1} people.`
      }
      action={isNaming ? 'Create group' : 'Next'}
      disabled={!isEnough}
      form={form}
      onBack={isNaming ? () => setNaming(false) : undefined}
      onClose={onClose}
    >
      {isNaming ? (
        <>
          <AvatarEditor
            label="Group picture"
            current={defaultPicture}
            currentIsDefault
            fallback={defaultPicture}
            picture={picture}
            onChange={setPicture}
          />
          <TextField {...form.field('name')} label="Group name" aside="Optional" autoFocus />
        </>
      ) : (
        <PeoplePicker chosen={chosen} onChange={setChosen} suggested={suggested} full={chosen.length >= max - 1} />
      )}
    </FormDialog>
  );
}
