import { useQueryClient } from '@tanstack/react-query';
import { block } from '#features/relations/relation-items.ts';
import { Button } from '#ui/button/Button.tsx';

/** Asks, then blocks somebody. */
export function BlockButton({ username }: { username: string }) {
  const client = useQueryClient();
  return (
    <Button tone="secondary" onClick={() => void block(client, username)}>
      Block
    </Button>
  );
}
