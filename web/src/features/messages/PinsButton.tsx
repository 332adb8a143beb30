import { Pin } from 'lucide-react';
import { useState } from 'react';
import type { Room } from '#features/messages/timeline.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { lateOverlay } from '#ui/late/late.tsx';

const PinsDialog = lateOverlay(
  async () => (await import('#features/messages/PinsDialog.tsx')).default,
  'Pinned messages',
);

/** Opens a room's pinned messages. */
export function PinsButton({ room }: { room: Room }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Pinned messages" onClick={() => setOpen(true)}>
        <Pin size={18} aria-hidden="true" />
      </IconButton>
      {isOpen && <PinsDialog room={room} onClose={() => setOpen(false)} />}
    </>
  );
}
