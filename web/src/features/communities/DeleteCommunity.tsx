import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useState } from 'react';
import { useDeleteCommunity } from '#features/communities/settings.data.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { lateOverlay } from '#ui/late/late.tsx';

const TypedConfirm = lateOverlay(async () => (await import('#ui/typed-confirm/TypedConfirm.tsx')).default, 'The form');

/** Deletes a community, once its handle was typed. */
export function DeleteCommunity({ community, onDeleted }: { community: Community; onDeleted: () => void }) {
  const { mutate, reset, isPending, fault } = useDeleteCommunity(community, onDeleted);
  const [open, setOpen] = useState(false);
  return (
    <Card className="mt-6 flex flex-col items-start gap-3 p-5 sm:p-6">
      <h2 className="font-semibold text-lg">Delete this community</h2>
      <p className="text-muted text-sm">Its channels, messages and posts go with it. This can't be undone.</p>
      <Button
        tone="danger"
        onClick={() => {
          reset();
          setOpen(true);
        }}
      >
        Delete community
      </Button>
      {open && (
        <TypedConfirm
          title={`Delete ${community.name}`}
          description="Its channels, messages and posts are deleted for everyone. This can't be undone."
          expected={community.community_handle}
          what="the community's handle"
          confirmLabel="Delete community"
          pending={isPending}
          fault={fault}
          onConfirm={() => mutate()}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  );
}
