import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft, ChevronRight, Sparkles, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { ConversationList } from '#features/conversations/ConversationList.tsx';
import { ConversationSearch } from '#features/conversations/ConversationSearch.tsx';
import { conversationsOptions } from '#features/conversations/conversations.data.ts';
import { LateNewGroupDialog } from '#features/conversations/late-groups.ts';
import { pathTo } from '#platform/paths.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

interface ConversationPanelProps {
  selectedId: string | null;
  onOpen: (conversationId: string) => void;
  onClosed: () => void;
}

/**
 * The conversation panel with its search and a link to the AI chat, which opens in a new tab. Requests from people the
 * person doesn't know have a list of their own.
 */
export function ConversationPanel({ selectedId, onOpen, onClosed }: ConversationPanelProps) {
  const { data } = useInfiniteQuery(conversationsOptions);
  const waiting = data?.filter(({ request }) => request).length ?? 0;
  const [asked, setAsked] = useState(false);
  const [making, setMaking] = useState(false);
  const requests = asked && waiting > 0;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex min-h-14 items-center gap-1 pt-2 pr-2 pl-4">
        {requests && (
          <span className="-ml-3">
            <IconButton label="Back to all conversations" onClick={() => setAsked(false)}>
              <ArrowLeft size={22} aria-hidden="true" />
            </IconButton>
          </span>
        )}
        <h1 className="min-w-0 flex-1 truncate font-bold text-xl">{requests ? 'Message requests' : 'Messages'}</h1>
        {!requests && (
          <IconButton label="New group" tooltipSide="left" onClick={() => setMaking(true)}>
            <UsersRound size={22} aria-hidden="true" />
          </IconButton>
        )}
        <IconButton asChild label="AI chat, opens in a new tab" tooltipSide="left">
          <a href={pathTo('aiChat')} target="_blank" rel="noopener">
            <Sparkles size={22} aria-hidden="true" />
          </a>
        </IconButton>
      </header>
      {!requests && (
        <div className="px-3 pt-1 pb-3">
          <ConversationSearch onOpen={onOpen} />
        </div>
      )}
      {waiting > 0 && !requests && (
        <button
          type="button"
          onClick={() => setAsked(true)}
          className="mx-2 mb-1 flex min-h-11 items-center gap-2 rounded-control px-2.5 text-left font-medium text-sm hover:bg-raised"
        >
          <span className="min-w-0 flex-1">Message requests</span>
          <span className="text-muted tabular">{waiting}</span>
          <ChevronRight size={18} aria-hidden="true" className="text-muted" />
        </button>
      )}
      {making && (
        <LateNewGroupDialog
          onClose={() => setMaking(false)}
          onMade={(id) => {
            setMaking(false);
            onOpen(id);
          }}
        />
      )}
      <ConversationList selectedId={selectedId} requests={requests} onClosed={onClosed} />
    </div>
  );
}
