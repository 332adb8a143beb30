import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { ArrowBigDown, ArrowBigUp, Bookmark, MessageCircle, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useBookmark, useVote } from '#features/posts/posts.data.ts';
import { pathTo } from '#platform/paths.ts';
import { cx } from '#ui/cx.ts';
import { copyText } from '#ui/toast/copy-text.ts';

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

interface ActionProps {
  /** The label for screen readers, followed by the count. */
  label: string;
  count?: number;
  pressed?: boolean;
  onClick: () => void;
  /** The color while pressed and on hover. */
  className: string;
  children: ReactNode;
}

function Action({ label, count, pressed, onClick, className, children }: ActionProps) {
  return (
    <button
      type="button"
      aria-label={count === undefined ? label : `${label}, ${count}`}
      aria-pressed={pressed}
      title={label}
      onClick={onClick}
      className={cx(
        'inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-2.5 font-medium text-muted text-sm transition-[background-color,color,transform] hover:bg-raised active:scale-95',
        className,
      )}
    >
      {children}
      {count !== undefined && <span className="tabular">{compact.format(count)}</span>}
    </button>
  );
}

interface PostActionsProps {
  post: Post;
  onComment: () => void;
}

/** Votes and comments with their counts, save and share. */
export function PostActions({ post, onComment }: PostActionsProps) {
  const vote = useVote(post.post_id);
  const save = useBookmark(post.post_id);
  const { vote_type, stats, bookmarked } = post;
  return (
    <div className="-mx-2.5 flex flex-wrap items-center gap-x-1">
      <Action
        label="Upvote"
        count={stats.upvote_count}
        pressed={vote_type === 1}
        onClick={() => vote(1)}
        className="hover:text-accent-text aria-pressed:text-accent-text"
      >
        <ArrowBigUp size={22} aria-hidden="true" fill={vote_type === 1 ? 'currentColor' : 'none'} />
      </Action>
      <Action
        label="Downvote"
        count={stats.downvote_count}
        pressed={vote_type === -1}
        onClick={() => vote(-1)}
        className="hover:text-downvote-text aria-pressed:text-downvote-text"
      >
        <ArrowBigDown size={22} aria-hidden="true" fill={vote_type === -1 ? 'currentColor' : 'none'} />
      </Action>
      <Action label="Comments" count={stats.comment_count} onClick={onComment} className="hover:text-text">
        <MessageCircle size={20} aria-hidden="true" />
      </Action>
      <div className="ml-auto flex">
        <Action
          label="Save"
          pressed={bookmarked}
          onClick={() => save(!bookmarked)}
          className="hover:text-accent-text aria-pressed:text-accent-text"
        >
          <Bookmark size={20} aria-hidden="true" fill={bookmarked ? 'currentColor' : 'none'} />
        </Action>
        <Action
          label="Share"
          onClick={() => void copyText(location.origin + pathTo('post', { post_id: post.post_id }), null)}
          className="hover:text-text"
        >
          <Share2 size={20} aria-hidden="true" />
        </Action>
      </div>
    </div>
  );
}
