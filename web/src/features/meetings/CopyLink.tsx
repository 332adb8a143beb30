import { messages } from '@hubbub/contract/platform/messages.ts';
import { Link as LinkIcon } from 'lucide-react';
import { logError } from '#platform/log.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { toast } from '#ui/toast/toasts.ts';

/** Copies the meeting's invitation link. */
export function CopyLink({ room, wide = false }: { room: string; wide?: boolean }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(window.location.origin + pathTo('joinRoom', { room_id: room }));
      toast.success(messages.copied);
    } catch (error) {
      logError("Couldn't copy a meeting's link", error);
      toast.error("Couldn't copy the link. Copy this page's address yourself.");
    }
  };
  return (
    <Button
      tone="secondary"
      size={wide ? 'lg' : 'sm'}
      wide={wide}
      icon={<LinkIcon size={wide ? 18 : 16} aria-hidden="true" />}
      onClick={() => void copy()}
    >
      Copy link
    </Button>
  );
}
