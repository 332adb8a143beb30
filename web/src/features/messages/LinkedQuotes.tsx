import { useQuery } from '@tanstack/react-query';
import { Image } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Linked } from '#features/messages/linked-quotes.rules.ts';
import { excerptText } from '#features/messages/MessageExcerpt.tsx';
import { messagePlace, roomLabel } from '#features/messages/message-place.ts';
import { messageOptions } from '#features/messages/messages.data.ts';
import { LateQuote, postOptions } from '#features/posts/public.ts';

/** Whether something has come into view. */
function useSeenOnce(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (isSeen || element.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isSeen, element]);
  return isSeen;
}

function LinkedMessage({ id, enabled }: { id: string; enabled: boolean }) {
  const { data, isError } = useQuery({ ...messageOptions(id), enabled, staleTime: 0 });
  if (data === undefined || isError || data.message.deleted || data.message.hidden) return null;
  const { message, room } = data;
  const hasPicture = message.imageUrl !== null || (message.attachments ?? []).length > 0;
  return (
    <Link
      to={messagePlace(id, room)}
      className="flex min-h-11 min-w-0 flex-col justify-center rounded-sm border-accent-text border-s-[3px] bg-bg/45 px-2 py-1 text-start text-sm hover:bg-bg/70"
    >
      <span className="sr-only">Quoted message by </span>
      <span className="flex min-w-0 gap-1.5 leading-snug">
        <bdi className="truncate font-semibold text-accent-text">{message.sender.name}</bdi>
        <span className="truncate text-muted">{roomLabel(room)}</span>
      </span>
      <span className="flex items-center gap-1.5 leading-snug">
        {hasPicture && <Image size={15} aria-hidden="true" className="shrink-0 text-muted" />}
        <span dir="auto" className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">
          {excerptText(message)}
        </span>
      </span>
    </Link>
  );
}

function LinkedPost({ id, enabled }: { id: string; enabled: boolean }) {
  const { data, isError } = useQuery({ ...postOptions(id), enabled });
  return data !== undefined && !isError && <LateQuote quote={data} />;
}

/** Under a message: what it links to on this site, as the reader sees it now. What can't be seen stays a link; what isn't in view isn't asked for. */
export function LinkedQuotes({ linked }: { linked: readonly Linked[] }) {
  const element = useRef<HTMLDivElement>(null);
  const isSeen = useSeenOnce(element);
  return (
    <div ref={element} className="flex min-h-px max-w-md flex-col gap-1.5">
      {linked.map(({ kind, id }) =>
        kind === 'post' ? (
          <LinkedPost key={id} id={id} enabled={isSeen} />
        ) : (
          <LinkedMessage key={id} id={id} enabled={isSeen} />
        ),
      )}
    </div>
  );
}
