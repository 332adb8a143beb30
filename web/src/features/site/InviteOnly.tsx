import { useNavigate } from 'react-router';
import { refusalOf } from '#platform/errors.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';

const loadSchema = async () => (await import('#features/site/invite-code.ts')).inviteCode;

/** On a site that needs an invite: a field for its link or code. */
export function InviteOnly() {
  const navigate = useNavigate();
  const { submit, field, error } = useValidatedForm({
    schema: loadSchema,
    initial: { invite: '' },
    fails: 'here',
    explain: refusalOf,
    onSubmit: async ({ invite }) => navigate(pathTo('invite', { code: invite })),
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        {...field('invite')}
        label="Invite link or code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <FormError text={error} />
      <Button type="submit" size="lg" wide>
        Next
      </Button>
    </form>
  );
}
