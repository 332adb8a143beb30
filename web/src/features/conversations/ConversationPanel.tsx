import { Sparkles } from 'lucide-react';
import { ConversationList } from '#features/conversations/ConversationList.tsx';
import { ConversationSearch } from '#features/conversations/ConversationSearch.tsx';
import { pathTo } from '#platform/paths.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

interface ConversationPanelProps {
  selectedId: string | null;
  onOpen: (conversationId: string) => void;
  onClosed: () => void;
}

/** Section 2, chat: the conversation panel with its search and a link to the AI chat, which opens in a new tab. */
export function ConversationPanel({ selectedId, onOpen, onClosed }: ConversationPanelProps) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex min-h-14 items-center gap-1 pt-2 pr-2 pl-4">
        <h1 className="min-w-0 flex-1 truncate font-bold text-xl">Messages</h1>
        <IconButton asChild label="AI chat, opens in a new tab" tooltipSide="left">
          <a href={pathTo('aiChat')} target="_blank" rel="noopener">
            <Sparkles size={22} aria-hidden="true" />
          </a>
        </IconButton>
      </header>
      <div className="px-3 pt-1 pb-3">
        <ConversationSearch onOpen={onOpen} />
      </div>
      <ConversationList selectedId={selectedId} onClosed={onClosed} />
    </div>
  );
}
