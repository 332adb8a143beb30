import { MessageCircle } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useOpenConversation } from '#features/conversations/use-open-conversation.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { cx } from '#ui/cx.ts';

interface MessageButtonProps {
  username: string;
  /** On a phone, only its icon shows: there are other buttons beside it. */
  compact?: boolean;
  size?: 'sm' | undefined;
}

/** Opens the conversation with a person, starting one if needed. */
export function MessageButton({ username, compact = false, size }: MessageButtonProps) {
  const navigate = useNavigate();
  const { mutate, isPending } = useOpenConversation(
    "the conversation wasn't opened",
    (conversation) => void navigate(pathTo('chat', {}, { conversation })),
  );
  return (
    <Button tone="secondary" size={size} pending={isPending} onClick={() => mutate(username)}>
      <MessageCircle size={18} aria-hidden="true" />
      <span className={cx(compact && 'max-sm:sr-only')}>Message</span>
    </Button>
  );
}
