import { Bell } from 'lucide-react';
import { lateOverlay } from '#ui/late/late.tsx';

/** Asks how much of a room the person wants to be notified of. */
export const RoomNotifyDialog = lateOverlay(
  async () => (await import('#features/rooms/RoomNotifyDialog.tsx')).default,
  'The form',
);

/** The menu item that opens it. */
export const notifyItem = (onSelect: () => void) => ({ label: 'Notifications', icon: Bell, onSelect });
