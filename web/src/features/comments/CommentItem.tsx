import type { Comment } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link2, Pencil, Trash2 } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { CommentEditor } from '#features/comments/CommentEditor.tsx';
import { commentPath } from '#features/comments/comment-path.ts';
import { reactorsOptions, useDeleteComment, useIsDeletingComment, useReact } from '#features/comments/comments.data.ts';
import { isPending } from '#features/comments/comments.rules.ts';
import { RichText } from '#features/rich-text/public.ts';
import { avatarUrls } from '#platform/media.ts';
import { useNow } from '#platform/now.ts';
import { pathTo } from '#platform/paths.ts';
import { exactTime, relativeTime } from '#platform/time.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { cx } from '#ui/cx.ts';
import type { MenuItem } from '#ui/dropdown-menu/MenuItems.tsx';
import { SubjectMenu } from '#ui/dropdown-menu/SubjectMenu.tsx';
import { AddReaction } from '#ui/reactions/AddReaction.tsx';
import { Reactions } from '#ui/reactions/Reactions.tsx';
import { RemovedNote } from '#ui/removed-note/RemovedNote.tsx';
import { copyText } from '#ui/toast/copy-text.ts';

interface CommentItemProps {
  comment: Comment;
  /** The reply box opens; the button gets the focus back when it closes. */
  onReply: (comment: Comment, opener: HTMLElement) => void;
  /** A link has led here. */
  isLinked?: boolean | undefined;
  /** Called when the comment disappears while it has the focus. Must be a stable function. */
  onGone: () => void;
}

function Byline({ comment }: { comment: Comment }) {
  const now = useNow();
  const { user, created_at, edited_at } = comment;
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 text-sm">
      <Link
        to={pathTo('profile', { username: user.username })}
        className="max-w-full truncate rounded-sm font-semibold hover:underline"
      >
        {user.username}
      </Link>
      <span aria-hidden="true" className="text-muted">
        ·
      </span>
      <time dateTime={created_at} title={exactTime(created_at)} className="shrink-0 text-muted tabular">
        {isPending(comment) ? 'Sending' : relativeTime(created_at, now)}
      </time>
      {edited_at !== null && (
        <>
          <span aria-hidden="true" className="text-muted">
            ·
          </span>
          <time dateTime={edited_at} title={exactTime(edited_at)} className="shrink-0 text-muted">
            edited
          </time>
        </>
      )}
    </p>
  );
}

/** Reply and reactions, below the text. */
function Actions({ comment, onReply }: Pick<CommentItemProps, 'comment' | 'onReply'>) {
  const { mutate: react } = useReact(comment);
  const client = useQueryClient();
  return (
    <div className="-ml-2 flex flex-wrap items-center gap-1">
      <button
        type="button"
        onClick={(event) => onReply(comment, event.currentTarget)}
        aria-label={`Reply to ${comment.user.username}`}
        className="inline-flex min-h-11 min-w-11 items-center rounded-full px-2 font-medium text-muted text-xs hover:bg-raised hover:text-text md:min-h-8"
      >
        Reply
      </button>
      <Reactions
        reactions={comment.reactions}
        onToggle={react}
        loadPeople={() => client.fetchQuery(reactorsOptions(comment.comment_id))}
        longPress
      />
      <AddReaction onPick={react} />
    </div>
  );
}

/** What the viewer can do with their own comment, and what moderators can. */
function useItems(comment: Comment, edit: () => void): MenuItem[] {
  const { mutate: remove } = useDeleteComment(comment);
  const link = window.location.origin + commentPath(comment);
  const ask = async () => {
    const options = { confirmLabel: 'Delete', cancelLabel: 'Cancel', danger: true };
    if (await confirm(messages.confirmDeleteComment, options)) remove();
  };
  return [
    {
      label: 'Copy link',
      icon: Link2,
      onSelect: () => void copyText(link, `We couldn't copy the link. Copy it yourself: ${link}`),
    },
    ...(comment.can_edit ? [{ label: 'Edit', icon: Pencil, onSelect: edit }] : []),
    ...(comment.can_delete ? [{ label: 'Delete', icon: Trash2, danger: true, onSelect: () => void ask() }] : []),
  ];
}

function CommentText({ comment }: { comment: Comment }) {
  const { reply_to: answered, parent_id } = comment;
  return (
    <div className="text-sm leading-normal">
      {comment.removed !== undefined && (
        <div className="my-1">
          <RemovedNote removed={comment.removed} />
        </div>
      )}
      {answered !== null && answered.comment_id !== parent_id && (
        <Link
          to={pathTo('profile', { username: answered.username })}
          className="rounded-sm text-accent-text hover:underline"
        >
          <span className="sr-only">Reply to </span>@{answered.username}
        </Link>
      )}
      <RichText text={comment.content} mentions={comment.mentions} whole />
    </div>
  );
}

/** Gives the focus back to a comment's menu. */
const focusMenu = (item: RefObject<HTMLElement | null>) => () =>
  item.current?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus();

/** A comment or a reply, without what's below it. */
export function CommentItem({ comment, isLinked, onReply, onGone }: CommentItemProps) {
  const { user, comment_id, parent_id } = comment;
  const [editing, setEditing] = useState(false);
  const item = useRef<HTMLDivElement>(null);
  const pending = isPending(comment);
  const deleting = useIsDeletingComment(comment_id);
  const items = useItems(comment, () => setEditing(true));
  useLayoutEffect(() => {
    const element = item.current;
    return () => {
      if (element?.contains(document.activeElement)) onGone();
    };
  }, [onGone]);
  const close = () => {
    setEditing(false);
    // The menu's button is there in either case.
    focusMenu(item)();
  };
  return (
    // Dimmer, but readable: the muted color has enough contrast, and transparent text doesn't.
    <div
      ref={item}
      className={cx(
        'flex gap-3',
        isLinked && '-mx-2 rounded-control bg-accent-soft/60 px-2 pt-1',
        (pending || deleting) && 'text-muted',
      )}
    >
      <Link
        to={pathTo('profile', { username: user.username })}
        aria-hidden="true"
        tabIndex={-1}
        className={cx('h-fit shrink-0 rounded-full transition-opacity', (pending || deleting) && 'opacity-60')}
      >
        <Avatar {...avatarUrls(user.profile_path)} size={parent_id === null ? 34 : 26} />
      </Link>
      <div className="min-w-0 flex-1">
        <Byline comment={comment} />
        {editing ? <CommentEditor comment={comment} onClose={close} /> : <CommentText comment={comment} />}
        {!pending && !editing && comment.removed === undefined && <Actions comment={comment} onReply={onReply} />}
      </div>
      {!pending && (
        <div className="-mt-1 -mr-1.5 shrink-0">
          <SubjectMenu
            label={`Menu of ${user.username}'s comment`}
            subject={{ kind: 'comment', id: comment_id, username: user.username }}
            items={items}
            size="sm"
          />
        </div>
      )}
    </div>
  );
}

/** Stands in for a deleted comment that has replies. */
export function DeletedComment() {
  return <p className="rounded-control bg-raised px-3 py-2 text-muted text-sm">This comment was deleted.</p>;
}
