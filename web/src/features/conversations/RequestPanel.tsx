import { useAcceptRequest } from '#features/conversations/conversations.data.ts';
import { useAskToDelete } from '#features/conversations/use-delete-conversation.ts';
import { BlockButton } from '#features/relations/public.ts';
import { Button } from '#ui/button/Button.tsx';

interface RequestPanelProps {
  conversationId: string;
  username: string;
  /** The request was deleted. */
  onClosed: () => void;
}

/** Shown in place of the message field while somebody the person doesn't know waits for an answer. */
export function RequestPanel({ conversationId, username, onClosed }: RequestPanelProps) {
  const { ask, deletingId } = useAskToDelete(onClosed);
  const accept = useAcceptRequest(conversationId);
  return (
    <section
      aria-label="Message request"
      className="flex flex-col items-center gap-3 border-line border-t px-4 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] text-center"
    >
      <p className="max-w-[34rem] text-muted text-sm">
        @{username} isn't someone you follow or share a community with. They won't know you've read this until you
        accept.
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <BlockButton username={username} />
        <Button tone="secondary" pending={deletingId !== undefined} onClick={() => void ask({ _id: conversationId })}>
          Delete
        </Button>
        <Button pending={accept.isPending} onClick={() => accept.mutate()}>
          Accept
        </Button>
      </div>
    </section>
  );
}
