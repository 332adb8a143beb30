import type { SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { useDeletePerson } from '#features/site/people.data.ts';
import { useGraceDays } from '#features/site/site.data.ts';
import { useTextDraft } from '#platform/drafts.ts';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { toast } from '#ui/toast/toasts.ts';

/** Deletes somebody's account, with the same time to change their mind as if they deleted it. */
export function DeletePersonDialog({ person, onClose }: { person: SitePerson; onClose: () => void }) {
  const { username } = person.user;
  const graceDays = useGraceDays();
  const [text, setText] = useTextDraft(`delete-person:${username}`);
  const remove = useDeletePerson();
  const hasDays = graceDays > 0 && person.email !== null;

  function submit(): void {
    remove.mutate(
      { username, text },
      {
        onSuccess: () => {
          setText('');
          toast.success(hasDays ? `${username} will be deleted` : `${username} is deleted`);
          onClose();
        },
      },
    );
  }

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
      pending={remove.isPending}
      error={remove.fault}
      hasCancel
      onSubmit={submit}
      onClose={onClose}
    >
      {person.email !== null && (
        <TextArea
          label="What they're told"
          hint="It's in the email. You can leave it empty."
          rows={3}
          grows
          maxLength={limits.moderation.text}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </FormDialog>
  );
}
