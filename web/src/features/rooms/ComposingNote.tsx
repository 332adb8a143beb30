import { Pencil, Reply, X } from 'lucide-react';
import type { Composing } from '#features/rooms/composing.ts';
import { quotedText } from '#features/rooms/Quote.tsx';
import { useCurrentUser } from '#platform/session.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

interface ComposingNoteProps {
  composing: Composing;
  onCancel: () => void;
}

/** Above the message field: what's answered or edited, and a way out. */
export function ComposingNote({ composing: { kind, quoted }, onCancel }: ComposingNoteProps) {
  const { user_id: ownId } = useCurrentUser();
  const Icon = kind === 'edit' ? Pencil : Reply;
  const name = quoted.sender._id === ownId ? 'yourself' : quoted.sender.username;
  return (
    <div className="flex min-h-11 items-center gap-3 pt-1 pl-3">
      <Icon size={18} aria-hidden="true" className="shrink-0 text-accent-text" />
      <p className="min-w-0 flex-1 border-accent-text border-s-[3px] ps-2 text-sm leading-snug">
        <span role="status" className="block truncate font-semibold text-accent-text">
          {kind === 'edit' ? 'Editing your message' : `Replying to ${name}`}
        </span>
        <span dir="auto" className="block truncate text-muted">
          {quotedText(quoted)}
        </span>
      </p>
      <IconButton label={kind === 'edit' ? 'Cancel editing' : 'Cancel reply'} onClick={onCancel}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
