import { useEffect } from 'react';
import { stopForward, useForwarding } from '#features/rooms/public.ts';
import { lateOverlay } from '#ui/late/late.tsx';

const ForwardDialog = lateOverlay(
  async () => (await import('#features/conversations/ForwardDialog.tsx')).default,
  'Where to forward it',
);

/** Shows the dialog for forwarding a message, on pages that show messages. */
export function ForwardHost() {
  const message = useForwarding();
  // A session may end meanwhile, and the next person must not see the message.
  useEffect(() => stopForward, []);
  return message && <ForwardDialog message={message} onClose={stopForward} />;
}
