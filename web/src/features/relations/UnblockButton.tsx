import { useQueryClient } from '@tanstack/react-query';
import { undo } from '#features/relations/relation-items.ts';
import type { Relation } from '#features/relations/turned-away.ts';
import { useChange } from '#platform/change.ts';
import { Button } from '#ui/button/Button.tsx';

interface UnblockButtonProps {
  username: string;
  relation?: Relation;
}

/** Takes a block or mute back. */
export function UnblockButton({ username, relation = 'block' }: UnblockButtonProps) {
  const client = useQueryClient();
  const { mutate, isPending } = useChange({ mutationFn: () => undo(client, relation, username) });
  const act = relation === 'block' ? 'Unblock' : 'Unmute';
  return (
    <Button tone="secondary" size="sm" pending={isPending} onClick={() => mutate()} aria-label={`${act} @${username}`}>
      {act}
    </Button>
  );
}
