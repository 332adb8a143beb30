import { withoutSigns } from '@hubbub/contract/platform/formatting.ts';
import { useQuery } from '@tanstack/react-query';
import { Image } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { commentOptions, commentPath } from '#features/comments/public.ts';
import { LateQuote, postOptions } from '#features/posts/public.ts';
import type { Linked } from '#features/rooms/linked-quotes.rules.ts';
import { messageLabel, messagePath } from '#features/rooms/message-path.ts';
import { messageOptions } from '#features/rooms/messages.data.ts';
import { excerptText } from '#features/rooms/Quote.tsx';

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

interface QuoteProps {
  /** What is quoted: "message". */
  what: string;
  to: string;
  name: string;
  /** Where it was said. */
  where: string;
  hasPicture?: boolean;
  text: string;
}

/** What somebody said elsewhere; all of it leads there. */
function Quote({ what, to, name, where, hasPicture = false, text }: QuoteProps) {
  return (
    <Link
      to={to}
      className="flex min-h-11 min-w-0 flex-col justify-center rounded-sm border-accent-text border-s-[3px] bg-bg/45 px-2 py-1 text-start text-sm hover:bg-bg/70"
    >
      <span className="sr-only">Quoted {what} by </span>
      <span className="flex min-w-0 gap-1.5 leading-snug">
        <bdi className="truncate font-semibold text-accent-text">{name}</bdi>
        <span className="truncate text-muted">{where}</span>
      </span>
      <span className="flex items-center gap-1.5 leading-snug">
        {hasPicture && <Image size={15} aria-hidden="true" className="shrink-0 text-muted" />}
        <span dir="auto" className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">
          {text}
        </span>
      </span>
    </Link>
  );
}

interface LinkedProps {
  id: string;
  enabled: boolean;
}

function LinkedMessage({ id, enabled }: LinkedProps) {
  const { data, isError } = useQuery({ ...messageOptions(id), enabled, staleTime: 0 });
  if (data === undefined || isError || data.message.deleted || data.message.hidden) return null;
  const { message, room } = data;
  return (
    <Quote
      what="message"
      to={messagePath(id, room)}
      name={message.sender.name}
      where={messageLabel({ sender: message.sender, room })}
      hasPicture={message.imageUrl !== null || (message.attachments ?? []).length > 0}
      text={excerptText(message)}
    />
  );
}

function LinkedComment({ id, enabled }: LinkedProps) {
  const { data: comment, isError } = useQuery({ ...commentOptions(id), enabled, staleTime: 0 });
  if (!comment || isError || comment.deleted) return null;
  const { user, content } = comment;
  return (
    <Quote
      what="comment"
      to={commentPath(comment)}
      name={user.name ?? user.username}
      where="in a comment"
      text={withoutSigns(content)}
    />
  );
}

function LinkedPost({ id, enabled }: LinkedProps) {
  const { data, isError } = useQuery({ ...postOptions(id), enabled });
  return data !== undefined && !isError && <LateQuote quote={data} />;
}

const parts = { message: LinkedMessage, post: LinkedPost, comment: LinkedComment };

/**
 * Under a message: what it links to on this site, as the reader sees it now. What the reader can't see stays a link, and what isn't in view
 * isn't fetched.
 */
export function LinkedQuotes({ linked }: { linked: readonly Linked[] }) {
  const element = useRef<HTMLDivElement>(null);
  const isSeen = useSeenOnce(element);
  return (
    <div ref={element} className="flex min-h-px max-w-md flex-col gap-1.5">
      {linked.map(({ kind, id }) => {
        const Linked = parts[kind];
        return <Linked key={id} id={id} enabled={isSeen} />;
      })}
    </div>
  );
}
