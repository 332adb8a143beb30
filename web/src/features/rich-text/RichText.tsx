import type { Mention } from '@hubbub/contract/features/rich-text/rich-text.shapes.ts';
import { deletedUser } from '@hubbub/contract/platform/deleted-user.ts';
import { mayHaveFormat } from '@hubbub/contract/platform/formatting.ts';
import { Fragment, type ReactNode, useContext, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { ChannelNames, type NamedChannel } from '#features/rich-text/channel-names.ts';
import type { FormattedParts as DrawnParts } from '#features/rich-text/FormattedParts.tsx';
import type { formatted as formattedParts } from '#features/rich-text/formatting.ts';
import {
  foldedParts,
  hashtagParts,
  isLong,
  mayHaveLink,
  mentionedParts,
  type TextPart,
} from '#features/rich-text/rich-text.rules.ts';
import { pathTo } from '#platform/paths.ts';
import { useStoredUser } from '#platform/session.ts';
import { cx } from '#ui/cx.ts';
import { lazyCode, useLazyCode } from '#ui/late/late-code.ts';

type FindParts = (parts: readonly TextPart[], channels: readonly NamedChannel[]) => readonly TextPart[];

const linkParts = lazyCode<FindParts>(async () => (await import('#features/rich-text/rich-text-links.ts')).linkParts, {
  whenIdle: true,
});
const channelParts = lazyCode<FindParts>(
  async () => (await import('#features/rich-text/channel-names.rules.ts')).channelParts,
  { whenIdle: true },
);

/** How formatting is found and drawn. */
interface Format {
  formatted: typeof formattedParts;
  FormattedParts: typeof DrawnParts;
}

const formatting = lazyCode<Format>(
  async () => {
    const [{ formatted }, { FormattedParts }] = await Promise.all([
      import('#features/rich-text/formatting.ts'),
      import('#features/rich-text/FormattedParts.tsx'),
    ]);
    return { formatted, FormattedParts };
  },
  { whenIdle: true },
);

const none: readonly Mention[] = [];

/**
 * The parts of a text. The code that recognizes links or channels loads with the first text that may contain one; until then they're
 * plain text.
 */
function useParts(text: string, mentions: readonly Mention[]): readonly TextPart[] {
  const parts = useMemo(() => mentionedParts(text, mentions), [text, mentions]);
  const worth = useMemo(() => parts.some((part) => part.username === undefined && mayHaveLink(part.text)), [parts]);
  const channels = useContext(ChannelNames);
  const { value: findLinks } = useLazyCode(worth ? linkParts : undefined);
  const { value: findChannels } = useLazyCode(channels.length > 0 && text.includes('#') ? channelParts : undefined);
  return useMemo(() => {
    // A hash sign in a link names no channel, so links come first.
    if (worth && findLinks === undefined) return parts;
    const linked = findLinks?.(parts, channels) ?? parts;
    return findChannels?.(linked, channels) ?? linked;
  }, [parts, worth, channels, findLinks, findChannels]);
}

const nameClasses = 'rounded-sm font-semibold text-accent-text';

/** A mention leads to the person's profile; one of the reader, or of everyone, stands out. */
function MentionPart({ text, username }: { text: string; username: string }) {
  const own = useStoredUser()?.username === username;
  if (username === deletedUser.username) return <span className="text-muted">{text}</span>;
  const classes = cx(
    nameClasses,
    (own || username === 'everyone') && 'bg-accent-soft px-0.5 ring-1 ring-accent-text/40',
  );
  if (username === 'everyone') return <span className={classes}>{text}</span>;
  return (
    <Link to={pathTo('profile', { username })} dir="ltr" className={cx(classes, 'hover:underline')}>
      {text}
    </Link>
  );
}

const linkClasses = 'rounded-sm text-accent-text underline decoration-1 underline-offset-2 hover:decoration-2';

function drawPart({ text, href, username, path }: TextPart): ReactNode {
  if (username !== undefined) return <MentionPart text={text} username={username} />;
  if (path !== undefined) {
    return (
      <Link to={path} dir="auto" className={cx(nameClasses, 'hover:underline')}>
        {text}
      </Link>
    );
  }
  if (href === undefined) return text;
  // With a direction of its own, the characters around a link can't turn it into another one.
  return (
    <a href={href} dir="ltr" target="_blank" rel="noopener nofollow ugc" className={linkClasses}>
      {text}
    </a>
  );
}

const hashtagPath = (query: string) => pathTo('search', {}, { query });

interface RichTextProps {
  text: string;
  mentions?: readonly Mention[] | undefined;
  /** Starts unfolded. */
  whole?: boolean | undefined;
  /** Its hashtags lead to the search. */
  hashtags?: boolean | undefined;
}

/**
 * Text a person wrote: line breaks kept, formatting, links, mentions and channels recognized, in its own text direction, folded if it's
 * long. The code for the formatting loads with the first text that may have some; until then its signs show.
 */
export function RichText({ text, mentions = none, whole = false, hashtags = false }: RichTextProps) {
  const [open, setOpen] = useState(whole);
  const folded = !open && isLong(text);
  const all = useParts(text, mentions);
  const { value: format } = useLazyCode(mayHaveFormat(text) ? formatting : undefined);
  const { parts, tree } = useMemo(() => {
    const tagged = hashtags && text.includes('#') ? hashtagParts(all, hashtagPath) : all;
    const shown = folded ? foldedParts(tagged) : tagged;
    return { parts: shown, tree: format?.formatted(shown) };
  }, [all, folded, format, hashtags, text]);
  const end = folded && '…';
  return (
    // What can't be broken, such as hundreds of joined emoji, doesn't widen the page. The margin is for focus rings.
    <div className="overflow-clip [overflow-clip-margin:0.25rem]">
      {tree !== undefined && format?.FormattedParts !== undefined ? (
        <format.FormattedParts text={tree} drawPart={drawPart} end={end} />
      ) : (
        <p data-end dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
            <Fragment key={index}>{drawPart(part)}</Fragment>
          ))}
          {end}
        </p>
      )}
      {folded && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="mt-1 inline-flex min-h-8 items-center rounded-sm font-medium text-accent-text text-sm hover:underline pointer-coarse:min-h-11"
        >
          Show more
        </button>
      )}
    </div>
  );
}
