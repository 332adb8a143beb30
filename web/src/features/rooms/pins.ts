import { Pin } from 'lucide-react';
import type { RoomAction } from '#features/rooms/RoomActions.tsx';
import { lateOverlay } from '#ui/late/late.tsx';

/** A room's pinned messages. */
export const PinsDialog = lateOverlay(
  async () => (await import('#features/rooms/PinsDialog.tsx')).default,
  'Pinned messages',
);

/** What opens them. */
export const pinsAction = (onSelect: () => void): RoomAction => ({ label: 'Pinned messages', icon: Pin, onSelect });
