import { updateUser as endpoint } from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ownUserOptions } from '#features/accounts/accounts.data.ts';
import { usernamesOptions } from '#features/accounts/identity.data.ts';
import { useUpdateUser } from '#features/accounts/settings.data.ts';
import { formDraft } from '#platform/drafts.ts';
import { refusalOf } from '#platform/errors.ts';
import { avatarUrls } from '#platform/media.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import { toast } from '#ui/toast/toasts.ts';

/**
 * An unsaved username survives closing the browser. One that matches the saved one isn't a draft, since it may change on another
 * device.
 */
function useUsernameDraft(username: string) {
  return useMemo(() => {
    const draft = formDraft('settings', ['username']);
    const write = (values: Record<string, unknown>) =>
      values.username === username ? draft.forget() : draft.write(values);
    return { ...draft, write };
  }, [username]);
}

/** The person whose settings these are. */
function Identity() {
  const user = useCurrentUser();
  return (
    <>
      <div className="flex items-center gap-4">
        <Avatar {...avatarUrls(user.profile_path)} size={72} eager />
        <div className="min-w-0 flex-1">
          <p className="truncate font-brand font-semibold text-lg">
            <bdi>{user.name ?? user.username}</bdi>
          </p>
          <p className="truncate text-muted">@{user.username}</p>
        </div>
      </div>
      <TextField label="Email" type="email" value={user.email ?? ''} readOnly hint="To change it, go to Account." />
    </>
  );
}

/** The read-only email, and the username and NSFW preference to change. */
export function SettingsForm() {
  const user = useCurrentUser();
  const queries = useQueryClient();
  const { mutateAsync: updateUser } = useUpdateUser();
  const draft = useUsernameDraft(user.username);
  const { submit, field, error, pending, form } = useValidatedForm({
    schema: endpoint.body,
    initial: { username: user.username, show_nsfw: user.show_nsfw ?? false },
    follow: true,
    draft,
    carried: ['show_nsfw'],
    explain: refusalOf,
    onSubmit: async (values) => {
      // An older answer must not overwrite this one.
      await queries.cancelQueries({ queryKey: ownUserOptions.queryKey });
      const saved = await updateUser(values);
      draft.forget();
      form.reset({ username: saved.username, show_nsfw: saved.show_nsfw ?? false });
      toast.success('Changes saved');
      void queries.invalidateQueries({ queryKey: usernamesOptions.queryKey });
      queries.setQueryData(ownUserOptions.queryKey, saved);
      // A new username also appears on the person's posts and comments.
      if (saved.username !== user.username) void queries.invalidateQueries();
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Card className="flex flex-col gap-5 p-5 sm:p-6">
        <Identity />
        <TextField
          {...field('username')}
          label="Username"
          hint={`${limits.username.min} to ${limits.username.max} letters, digits or underscores. Your profile's link changes with it, and you can change it again after ${limits.rename.days} days.`}
          leading="@"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
        <Checkbox
          label="Show NSFW Content"
          hint="Pictures and videos that may not be safe for work stay blurred until you turn this on."
          checked={form.watch('show_nsfw') ?? false}
          onCheckedChange={(checked) => form.setValue('show_nsfw', checked, { shouldDirty: true })}
        />
        <FormError text={error} />
        <Button type="submit" size="lg" wide pending={pending}>
          Apply Changes
        </Button>
      </Card>
    </form>
  );
}
