import type { GridPost } from '@hubbub/contract/features/posts/posts.shapes.ts';
import {
  AudioLines,
  EyeOff,
  FileWarning,
  Film,
  Hourglass,
  Image as ImageIcon,
  ImageOff,
  Images,
  Play,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { renderings, smallestPath } from '#features/posts/public.ts';
import { holdWords, type TileHold, tileHold, tileKind, tileLabel, tileText } from '#features/profiles/grid.rules.ts';
import { tileSizes } from '#features/profiles/tile-pictures.ts';
import { mediaUrl } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { cx } from '#ui/cx.ts';
import { useSavesData } from '#ui/data-saver/data-saver.ts';
import { type ImageState, LoadingImage } from '#ui/loading-image/LoadingImage.tsx';

const fill = 'absolute inset-0 size-full object-cover';

interface PostTileProps {
  post: GridPost;
  seesAll: boolean;
  /** Visible without scrolling, so its picture loads right away. */
  eager: boolean;
}

function Blur({ src, strong }: { src: string; strong: boolean }) {
  return (
    <span
      className={cx('absolute -inset-4 bg-center bg-cover', strong ? 'blur-xl' : 'blur-sm')}
      style={{ backgroundImage: `url("${src}")` }}
    />
  );
}

/** The media type, shown in the middle of a tile without a picture. */
function Badge({ icon: Icon, children }: { icon: typeof Film; children?: ReactNode }) {
  return (
    <span className="absolute inset-0 flex flex-col items-center justify-center gap-1.5 p-2 text-center text-muted text-xs leading-tight">
      <Icon size={24} aria-hidden="true" className="shrink-0" />
      {children}
    </span>
  );
}

/** The placeholder for a picture while the data saver is on; the post's own page loads it on tap. */
function NotLoaded({ post: { placeholder }, icon }: { post: GridPost; icon: typeof Film }) {
  return placeholder === null ? <Badge icon={icon} /> : <Blur src={placeholder} strong={false} />;
}

function Words({ text, lines }: { text: string; lines: string }) {
  return (
    <span dir="auto" className={cx('whitespace-pre-line text-sm leading-snug [overflow-wrap:anywhere]', lines)}>
      {tileText(text)}
    </span>
  );
}

function Picture({ post, eager }: { post: GridPost; eager: boolean }) {
  const [state, setState] = useState<ImageState>('loading');
  const savesData = useSavesData();
  if (savesData) return <NotLoaded post={post} icon={ImageIcon} />;
  if (state === 'failed') return <Badge icon={ImageOff} />;
  return (
    <>
      {post.placeholder !== null && state === 'loading' && <Blur src={post.placeholder} strong={false} />}
      <LoadingImage
        src={mediaUrl(smallestPath(post.variants, post.path))}
        alt=""
        sources={renderings(post.variants)}
        sizes={tileSizes}
        loading={eager ? 'eager' : 'lazy'}
        state={state}
        onState={setState}
        covers
      />
    </>
  );
}

/** A video's poster; without one its first frame, which the browser takes from the file itself. */
function Thumbnail({ post, eager }: { post: GridPost; eager: boolean }) {
  const [failed, setFailed] = useState(false);
  const savesData = useSavesData();
  if (savesData) return <NotLoaded post={post} icon={Film} />;
  // Before it's ready there's nothing to take a frame from, and what browsers can't play has none.
  if (failed || (post.poster === null && (post.state !== 'ready' || post.unplayable))) return <Badge icon={Film} />;
  return (
    <>
      {post.placeholder !== null && <Blur src={post.placeholder} strong={false} />}
      {post.poster === null ? (
        <video
          src={`${mediaUrl(post.path)}#t=0.1`}
          preload="metadata"
          muted
          playsInline
          tabIndex={-1}
          onError={() => setFailed(true)}
          className={cx(fill, 'pointer-events-none')}
        />
      ) : (
        <img
          src={mediaUrl(post.poster)}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          draggable={false}
          onError={() => setFailed(true)}
          className={fill}
        />
      )}
    </>
  );
}

function HeldBack({ hold, placeholder }: { hold: TileHold; placeholder: string | null }) {
  const Icon = hold === 'processing' ? Hourglass : EyeOff;
  return (
    <>
      {placeholder !== null && <Blur src={placeholder} strong />}
      <span className="absolute inset-0 flex flex-col items-center justify-center gap-1.5 bg-black/65 p-2 text-center text-white text-xs leading-tight">
        <Icon size={22} aria-hidden="true" className="shrink-0" />
        {holdWords[hold]}
      </span>
    </>
  );
}

function Content({ post, seesAll, eager }: PostTileProps) {
  const hold = tileHold(post, seesAll);
  if (hold !== null) return <HeldBack hold={hold} placeholder={post.placeholder} />;
  switch (tileKind(post)) {
    case 'image':
      return <Picture post={post} eager={eager} />;
    case 'video':
      return <Thumbnail post={post} eager={eager} />;
    case 'audio':
      return (
        <span className="absolute inset-0 flex flex-col justify-between gap-1 bg-accent-soft p-2 sm:p-3">
          <AudioLines size={24} aria-hidden="true" className="shrink-0 text-accent-text" />
          <Words text={post.content} lines="line-clamp-2 sm:line-clamp-3" />
        </span>
      );
    case 'text':
      return (
        <span className="absolute inset-0 overflow-hidden p-2 sm:p-3">
          <Words text={post.content || 'Poll or quote'} lines="line-clamp-4 sm:line-clamp-7" />
        </span>
      );
    case 'other':
      return <Badge icon={FileWarning}>Unsupported media type</Badge>;
  }
}

/**
 * One post in a profile grid, as a square that opens it. Its parts are hidden from screen readers, because the link's label says
 * everything.
 */
export function PostTile(props: PostTileProps) {
  const { post, seesAll } = props;
  return (
    <Link
      to={pathTo('post', { post_id: post.post_id })}
      aria-label={tileLabel(post, seesAll)}
      className="group absolute inset-0 scroll-mt-28 scroll-mb-18 overflow-hidden rounded-sm bg-raised outline-offset-0 focus-visible:z-10"
    >
      <span aria-hidden="true">
        <Content {...props} />
        <span className="absolute inset-0 bg-black opacity-0 transition-opacity group-hover:opacity-15" />
        <span className="absolute top-1.5 right-1.5 flex gap-1 text-white">
          {post.file_count > 1 && (
            <span className="inline-flex size-6 items-center justify-center rounded-full bg-black/65">
              <Images size={14} />
            </span>
          )}
          {tileKind(post) === 'video' && (
            <span className="inline-flex size-6 items-center justify-center rounded-full bg-black/65">
              <Play size={13} fill="currentColor" className="ml-px" />
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}
