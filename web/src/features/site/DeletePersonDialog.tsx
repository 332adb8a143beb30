import { deletePerson } from '@hubbub/contract/features/site/managing.endpoints.ts';
import type { SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { useMemo } from 'react';
import { useDeletePerson } from '#features/site/people.data.ts';
import { useGraceDays } from '#features/site/site.data.ts';
import { formDraft } from '#platform/drafts.ts';
import { refusalOf } from '#platform/errors.ts';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import { toast } from '#ui/toast/toasts.ts';

/** Deletes somebody's account, with the same time to change their mind as if they deleted it. */
export function DeletePersonDialog({ person, onClose }: { person: SitePerson; onClose: () => void }) {
  const { username } = person.user;
  const graceDays = useGraceDays();
  const hasDays = graceDays > 0 && person.email !== null;
  const draft = useMemo(() => formDraft(`delete-person:${username}`, ['text']), [username]);
  const { mutateAsync } = useDeletePerson();
  const form = useValidatedForm({
    schema: deletePerson.body,
    initial: { text: '' },
    draft,
    fails: 'here',
    explain: refusalOf,
    onSubmit: async ({ text = '' }) => {
      await mutateAsync({ username, text });
      draft.forget();
      toast.success(hasDays ? `${username} will be deleted` : `${username} is deleted`);
      onClose();
    },
  });

  return (
    <FormDialog
      title={`Delete ${username}?`}
      description={
        hasDays
          ? `Nobody sees them from now on. The link in our email brings the account back for ${graceDays === 1 ? 'one day' : `${graceDays} days`}; after that it's deleted with its posts, comments and files.`
          : "Their account, posts, comments and files are deleted. This can't be undone."
      }
      action="Delete"
      tone="danger"
      form={form}
      onClose={onClose}
    >
      {person.email !== null && (
        <TextArea
          {...form.field('text')}
          label="What they're told"
          hint="It's in the email. You can leave it empty."
          rows={3}
          grows
          maxLength={limits.moderation.text}
        />
      )}
    </FormDialog>
  );
}
