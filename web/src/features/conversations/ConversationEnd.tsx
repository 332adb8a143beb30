import type { Conversation } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { UserX } from 'lucide-react';
import { RequestPanel } from '#features/conversations/RequestPanel.tsx';
import { UnblockButton } from '#features/relations/public.ts';

/** Nobody reads what's written: the other person's account is gone, or they've deactivated it. */
function Absence({ isDeleted }: { isDeleted: boolean }) {
  return (
    <p className="flex items-center justify-center gap-2 border-line border-t px-4 py-4 text-center text-muted text-sm">
      <UserX size={18} aria-hidden="true" className="shrink-0" />
      {isDeleted
        ? 'This account was deleted. Nobody will read a reply.'
        : "They've deactivated their account for now. You can write again once they're back."}
    </p>
  );
}

interface ConversationEndProps {
  conversation: Conversation;
  username: string;
  isDeleted: boolean;
  /** The conversation was deleted here. */
  onClosed: () => void;
}

/** Shown in place of the message field where nothing can be written: why, and what can be done about it. */
export function ConversationEnd({ conversation, username, isDeleted, onClosed }: ConversationEndProps) {
  const { _id: id, away, blocked } = conversation;
  if (isDeleted || away) return <Absence isDeleted={isDeleted} />;
  if (blocked === undefined) return <RequestPanel conversationId={id} username={username} onClosed={onClosed} />;
  return (
    <div className="flex min-h-16 flex-wrap items-center justify-center gap-3 border-line border-t px-4 py-3 text-center text-muted text-sm">
      {blocked === 'by_me' ? (
        <>
          You blocked @{username}.
          <UnblockButton username={username} />
        </>
      ) : (
        "You can't message each other."
      )}
    </div>
  );
}
