import type { SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { type FormEvent, useId } from 'react';
import { useDeletePerson } from '#features/site/people.data.ts';
import { useGraceDays } from '#features/site/site.data.ts';
import { useTextDraft } from '#platform/drafts.ts';
import { Button } from '#ui/button/Button.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { toast } from '#ui/toast/toasts.ts';

/** Deletes somebody's account, with the same time to change their mind as if they deleted it. */
export function DeletePersonDialog({ person, onClose }: { person: SitePerson; onClose: () => void }) {
  const formId = useId();
  const { username } = person.user;
  const graceDays = useGraceDays();
  const [text, setText] = useTextDraft(`delete-person:${username}`);
  const remove = useDeletePerson();
  const hasDays = graceDays > 0 && person.email !== null;

  function submit(event: FormEvent): void {
    event.preventDefault();
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
    <Dialog
      open
      onOpenChange={onClose}
      title={`Delete ${username}?`}
      description={
        hasDays
          ? `Nobody sees them from now on. The link in our email brings the account back for ${graceDays === 1 ? 'one day' : `${graceDays} days`}; after that it's deleted with its posts, comments and files.`
          : "Their account, posts, comments and files are deleted. This can't be undone."
      }
      footer={
        <div className="grid grid-cols-2 gap-2">
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} tone="danger" pending={remove.isPending}>
            Delete
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
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
        <FormError text={remove.fault} />
      </form>
    </Dialog>
  );
}
