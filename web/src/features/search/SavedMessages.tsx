import type { MessageInRoom } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Bookmark, BookmarkX } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type NameOf, useCommunityNames } from '#features/communities/public.ts';
import { MessageExcerpt, messageLabel, messagePath, useSaveMessage } from '#features/rooms/public.ts';
import { savedMessagesOptions } from '#features/search/saved.data.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { ShowMore } from '#ui/show-more/ShowMore.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';

/** One that's removed stays until the page is opened again, so that it can be saved again. */
function SavedMessage({ message, nameOf }: { message: MessageInRoom; nameOf: NameOf }) {
  const [isSaved, setShown] = useState(true);
  const { mutate } = useSaveMessage({
    show({ isSaved: saves }) {
      setShown(saves);
      return { undo: () => setShown(!saves) };
    },
  });
  const Icon = isSaved ? Bookmark : BookmarkX;
  return (
    <li className="relative flex items-start rounded-card border border-line bg-surface transition-colors hover:border-line-strong">
      <Link to={messagePath(message._id, message.room)} className="min-w-0 flex-1 rounded-card p-4">
        <MessageExcerpt message={message} detail={messageLabel(message, nameOf)} />
      </Link>
      <span className="p-2">
        <IconButton label="Save" aria-pressed={isSaved} onClick={() => mutate({ message, isSaved: !isSaved })}>
          <Icon size={18} aria-hidden="true" className={isSaved ? 'fill-current text-accent-text' : undefined} />
        </IconButton>
      </span>
    </li>
  );
}

/** The messages that the person saved, the last one first; each leads to its place. */
export function SavedMessages() {
  const query = useInfiniteQuery(savedMessagesOptions);
  const failure = useLoadFailure(query, 'your saved messages', { isStored: true });
  const { data: saved, hasNextPage } = query;
  const nameOf = useCommunityNames();
  if (failure !== null) return <ErrorState {...failure}>{failure.text}</ErrorState>;
  if (saved === undefined) {
    return (
      <Loading label="Loading saved messages" className="flex flex-col gap-3">
        <Skeleton className="h-24 rounded-card" />
        <Skeleton className="h-24 rounded-card" />
      </Loading>
    );
  }
  if (saved.length === 0 && !hasNextPage) {
    return (
      <EmptyState
        icon={Bookmark}
        title="No saved messages yet"
        action={
          <Button asChild>
            <Link to={pathTo('chat')}>Go to Messages</Link>
          </Button>
        }
      >
        Save a message from its menu to find it here again. Only you can see what you've saved.
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label="Saved messages" className="flex flex-col gap-3">
        {saved.map((message) => (
          <SavedMessage key={message._id} message={message} nameOf={nameOf} />
        ))}
      </ul>
      <ShowMore pages={query} />
    </>
  );
}
