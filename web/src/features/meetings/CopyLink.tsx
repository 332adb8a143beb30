import { Link as LinkIcon } from 'lucide-react';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { copyText } from '#ui/toast/copy-text.ts';

/** Copies the meeting's invitation link. */
export function CopyLink({ room, wide = false }: { room: string; wide?: boolean }) {
  const link = window.location.origin + pathTo('joinRoom', { room_id: room });
  const copy = () => copyText(link, "We couldn't copy the link. Copy this page's address yourself.");
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
