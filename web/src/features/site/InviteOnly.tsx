import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { TextField } from '#ui/field/TextField.tsx';

/** The code in what somebody pasted: an invite's link, or the code alone. */
const codeIn = (text: string) => /([A-Za-z0-9]+)\/?\s*$/.exec(text)?.[1];

/** On a site that needs an invite: a field for its link or code. */
export function InviteOnly() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const open = (event: FormEvent) => {
    event.preventDefault();
    const code = codeIn(text);
    if (code === undefined) setError('Paste your invite link or code.');
    else void navigate(pathTo('invite', { code }));
  };
  return (
    <form noValidate onSubmit={open} className="flex flex-col gap-5">
      <TextField
        label="Invite link or code"
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <Button type="submit" size="lg" wide>
        Next
      </Button>
    </form>
  );
}
