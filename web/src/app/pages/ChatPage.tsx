import '#app/menus.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { MessagesSquare } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { ChatSidebar } from '#app/shell/ChatSidebar.tsx';
import { BottomBar } from '#app/shell/MobileBars.tsx';
import {
  ConversationPane,
  ConversationPanel,
  prefetchConversations,
  useClosedElsewhere,
  useConversationsLive,
} from '#features/conversations/public.ts';
import { CallButton } from '#features/meetings/public.ts';
import { useMediaQuery } from '#platform/media-query.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { cx } from '#ui/cx.ts';
import { EmptyState } from '#ui/states/States.tsx';

/** Work that can start as soon as this file has loaded, before anything is drawn. */
export const prepare = prefetchConversations;

/** Conversations and their messages. The open conversation is in the URL, so that reload and Back return to it. */
export default function ChatPage() {
  useConversationsLive();
  usePageTitle('Messages');
  const navigate = useNavigate();
  const { state } = useLocation();
  const selectedId = useSearchParams()[0].get('conversation');
  const hasColumns = useMediaQuery('(min-width: 769px)');
  // On a phone, a conversation that's opened by its link doesn't draw the list behind it; once seen, the list keeps its position.
  const [hadList, setHadList] = useState(selectedId === null);
  if (selectedId === null && !hadList) setHadList(true);

  const open = useCallback(
    (conversation: string) => void navigate(pathTo('chat', {}, { conversation }), { state: { fromList: true } }),
    [navigate],
  );
  const close = useCallback(() => void navigate(pathTo('chat'), { replace: true }), [navigate]);
  useClosedElsewhere(selectedId, close);
  const back = () => (state?.fromList === true ? void navigate(-1) : close());

  return (
    <div className="flex h-full w-full min-w-0">
      <div className="hidden shrink-0 min-[769px]:block">{hasColumns && <ChatSidebar />}</div>
      <div
        className={cx(
          'w-full min-w-0 shrink-0 border-line pb-14 min-[769px]:w-[300px] min-[769px]:border-r min-[769px]:pb-0 xl:w-[360px]',
          selectedId !== null && 'hidden min-[769px]:block',
        )}
      >
        {(hasColumns || hadList) && <ConversationPanel selectedId={selectedId} onOpen={open} onClosed={close} />}
      </div>
      <div className={cx('min-w-0 flex-1', selectedId === null && 'hidden min-[769px]:block')}>
        {selectedId === null ? (
          <div className="flex h-full items-center justify-center">
            <EmptyState icon={MessagesSquare} title={messages.noChatSelected}>
              Choose a conversation, or search for someone to message.
            </EmptyState>
          </div>
        ) : (
          <>
            {/* On small screens the list has no heading. */}
            <h1 className="sr-only min-[769px]:hidden">Messages</h1>
            <ConversationPane
              conversationId={selectedId}
              actions={(title) => <CallButton roomId={selectedId} title={title} />}
              onBack={back}
              onClosed={close}
            />
          </>
        )}
      </div>
      <div className="contents">{selectedId === null && !hasColumns && <BottomBar />}</div>
    </div>
  );
}
