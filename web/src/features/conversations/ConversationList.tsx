import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { MessageCircle } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { ConversationItem } from '#features/conversations/ConversationItem.tsx';
import { conversationsOptions } from '#features/conversations/conversations.data.ts';
import { useAskToDelete } from '#features/conversations/use-delete-conversation.ts';
import { isInstalled } from '#platform/device.ts';
import { isHandled } from '#platform/errors.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { logError } from '#platform/log.ts';
import { useNow } from '#platform/now.ts';
import { useCurrentUser } from '#platform/session.ts';
import { useConnection } from '#platform/socket.ts';
import { Button } from '#ui/button/Button.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';
import { PullToRefresh } from '#ui/touch/PullToRefresh.tsx';

/** A conversation's height in pixels: 72 plus the gap below it. */
const itemHeight = 74;
/** The next page is requested when this many conversations are left. */
const nearEnd = 20;
/** Milliseconds between two looks for messages in conversations that have unread ones already, where sockets are blocked. */
const blockedInterval = 15_000;

interface ConversationListProps {
  selectedId: string | null;
  /** Shows message requests, and nothing else; otherwise everything else. */
  requests: boolean;
  /** The open conversation was deleted. */
  onClosed: () => void;
}

function Skeletons() {
  return (
    <Loading label="Loading conversations" className="flex flex-col">
      {['w-24', 'w-32', 'w-20', 'w-28', 'w-24', 'w-36'].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no other identity
        <div key={index} className="mx-2 flex h-[74px] items-center gap-3 pl-2.5">
          <Skeleton className="size-12 rounded-full" />
          <div className="flex flex-1 flex-col gap-2.5">
            <Skeleton className={`h-3.5 ${width}`} />
            <Skeleton className="h-3 w-40" />
          </div>
        </div>
      ))}
    </Loading>
  );
}

function Nothing({ requests }: Pick<ConversationListProps, 'requests'>) {
  return (
    <EmptyState icon={MessageCircle} title={requests ? 'No message requests' : 'No conversations yet'}>
      {requests
        ? "When someone you don't know writes to you, it waits here."
        : 'Search for someone above to send your first message.'}
    </EmptyState>
  );
}

/** The person's conversations, most recent activity first, and whatever can take their place. */
export function ConversationList({ selectedId, requests, onClosed }: ConversationListProps) {
  const refetchInterval = useConnection() === 'checking' && blockedInterval;
  const query = useInfiniteQuery({ ...conversationsOptions, refetchInterval });
  const { data: all, error, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const data = useMemo(() => all?.filter(({ request }) => (request === true) === requests), [all, requests]);
  const failure = useLoadFailure(query, 'your conversations', { isStored: true });
  const { user_id: ownId } = useCurrentUser();
  const now = useNow();
  const scroller = useRef<HTMLDivElement>(null);
  const { ask, deletingId } = useAskToDelete((id) => id === selectedId && onClosed());
  const virtualizer = useVirtualizer({
    count: data?.length ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => itemHeight,
    getItemKey: (index) => data?.[index]?._id ?? index,
    overscan: 6,
    paddingEnd: 8,
  });

  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const wantsMore = data !== undefined && hasNextPage && !isFetchingNextPage && last > data.length - nearEnd;
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);

  useEffect(() => {
    if (error !== null && !isHandled(error)) logError("Couldn't load conversations", error);
  }, [error]);

  if (data === undefined) {
    return failure === null ? <Skeletons /> : <ErrorState {...failure}>{failure.text}</ErrorState>;
  }
  if (data.length === 0) return <Nothing requests={requests} />;
  return (
    <PullToRefresh isOn={isInstalled()} onRefresh={() => query.refetch()} fills>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <ul
          aria-label={requests ? 'Message requests' : 'Conversations'}
          className="relative w-full"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {items.map((item) => {
            const conversation = data[item.index];
            return (
              conversation !== undefined && (
                <li
                  key={item.key}
                  className="absolute top-0 left-0 w-full"
                  style={{ transform: `translateY(${item.start}px)`, height: itemHeight }}
                >
                  <ConversationItem
                    conversation={conversation}
                    ownId={ownId}
                    selected={conversation._id === selectedId}
                    now={now}
                    deleting={conversation._id === deletingId}
                    onDelete={() => void ask(conversation)}
                  />
                </li>
              )
            );
          })}
        </ul>
        {isFetchingNextPage && (
          <div role="status" className="sr-only">
            Loading more conversations
          </div>
        )}
        {error !== null && hasNextPage && (
          <div className="flex justify-center pb-4">
            <Button tone="secondary" size="sm" onClick={() => void fetchNextPage()}>
              Show more conversations
            </Button>
          </div>
        )}
      </div>
    </PullToRefresh>
  );
}
