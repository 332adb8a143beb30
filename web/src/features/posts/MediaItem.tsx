import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import { FileWarning } from 'lucide-react';
import { useState } from 'react';
import { AudioPlayer } from '#features/posts/AudioPlayer.tsx';
import { ConvertingVideo } from '#features/posts/ConvertingVideo.tsx';
import { HeldBack, useRevealed } from '#features/posts/HeldBack.tsx';
import { playAlone } from '#features/posts/playback.ts';
import { fillsFrame, holdReason, isAwaited, mediaKind, seesHeldBack } from '#features/posts/posts.rules.ts';
import { pictureSizes, renderings, smallestPath } from '#features/posts/renderings.ts';
import { UnplayableVideo } from '#features/posts/UnplayableVideo.tsx';
import { mediaUrl } from '#platform/media.ts';
import { useStoredUser } from '#platform/session.ts';
import { cx } from '#ui/cx.ts';
import { useSavesData } from '#ui/data-saver/data-saver.ts';

interface MediaItemProps {
  file: MediaFile;
  /** The username of the person who shared it. */
  author: string;
  /** The frame's width to height; null for a single sound, which sets its own height. */
  frame: number | null;
  /** For screen readers: what its author says, or "Picture 1 of 3 by ada". */
  alt: string;
  /** Visible without scrolling, so it loads right away. */
  eager: boolean;
  /** It's the carousel's visible item; the neighbors are fetched after everything that's visible. */
  current: boolean;
  onOpen: (() => void) | undefined;
  /** Shows what the author says about it. */
  onDescription: (text: string) => void;
}

/** Over a file that its author has described. The area to touch is larger than the mark. */
function AltMark({
  file,
  onDescription,
  atTop = false,
}: Pick<MediaItemProps, 'file' | 'onDescription'> & { atTop?: boolean }) {
  const { alt } = file;
  if (!alt) return null;
  return (
    <button
      type="button"
      aria-label="ALT: read the description"
      aria-haspopup="dialog"
      onClick={() => onDescription(alt)}
      className={cx(
        'group absolute left-0 inline-flex min-h-11 min-w-11 p-2 focus-visible:-outline-offset-4',
        atTop ? 'top-0 items-start' : 'bottom-0 items-end',
      )}
    >
      <span className="rounded-sm bg-black/75 px-1.5 py-0.5 font-bold text-white text-xs tracking-wide group-hover:bg-black">
        ALT
      </span>
    </button>
  );
}

function Placeholder({ src, strong }: { src: string; strong: boolean }) {
  return (
    <span aria-hidden="true" className="absolute inset-0 overflow-hidden">
      <span
        className={cx('absolute bg-center bg-cover', strong ? '-inset-16 blur-2xl' : '-inset-6 blur-md')}
        style={{ backgroundImage: `url("${src}")` }}
      />
    </span>
  );
}

function Picture({ file, frame, alt, eager, current, onOpen, onDescription }: MediaItemProps) {
  const [loaded, setLoaded] = useState(false);
  const priority = current ? 'auto' : 'low';
  const fills = fillsFrame(file, frame ?? 1);
  const picture = (
    <picture>
      {renderings(file.variants).map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={pictureSizes} />
      ))}
      <img
        src={mediaUrl(smallestPath(file.variants, file.path))}
        alt={alt}
        width={file.width ?? undefined}
        height={file.height ?? undefined}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : priority}
        decoding={eager ? 'auto' : 'async'}
        draggable={false}
        ref={(element) => {
          if (element?.complete) setLoaded(true);
        }}
        onLoad={() => setLoaded(true)}
        className={cx(
          'absolute inset-0 size-full transition-opacity',
          fills ? 'object-cover' : 'object-contain',
          !loaded && !eager && file.placeholder !== null && 'opacity-0',
        )}
      />
    </picture>
  );
  return (
    <>
      {file.placeholder !== null && (!loaded || !fills) && <Placeholder src={file.placeholder} strong={loaded} />}
      {onOpen === undefined ? (
        picture
      ) : (
        <button
          type="button"
          aria-label={`Open ${alt}`}
          onClick={onOpen}
          className="absolute inset-0 cursor-zoom-in focus-visible:-outline-offset-4"
        >
          {picture}
        </button>
      )}
      <AltMark file={file} onDescription={onDescription} />
    </>
  );
}

const posterOf = ({ poster }: MediaFile) => (poster === null ? undefined : mediaUrl(poster));

interface UnplayableProps extends Pick<MediaItemProps, 'file' | 'author'> {
  poster: string | undefined;
}

/** A video that this browser, or any, can't play. */
function Unplayable({ file, author, poster }: UnplayableProps) {
  const isOwn = useStoredUser()?.username.toLowerCase() === author.toLowerCase();
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  const href = isAwaited(file) ? undefined : mediaUrl(file.path);
  const own = isOwn && file.unplayable === true;
  return <UnplayableVideo poster={poster} href={href} name={name} own={own} between />;
}

function VideoItem(props: MediaItemProps) {
  const { file, alt, onDescription } = props;
  const [failed, setFailed] = useState(false);
  if (failed || file.unplayable) return <Unplayable {...props} poster={posterOf(file)} />;
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: people share videos without captions */}
      <video
        src={mediaUrl(file.path)}
        poster={posterOf(file)}
        aria-label={alt}
        controls
        playsInline
        preload="metadata"
        onPlay={playAlone}
        // A browser that can only decode its sound would play it without a picture.
        onLoadedMetadata={({ currentTarget }) => setFailed(currentTarget.videoWidth === 0)}
        onError={() => setFailed(true)}
        className="absolute inset-0 size-full bg-black object-contain"
      />
      <AltMark file={file} onDescription={onDescription} atTop />
    </>
  );
}

function Unsupported() {
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-2 text-muted">
      <FileWarning size={28} aria-hidden="true" />
      <p className="text-sm">Unsupported media type</p>
    </div>
  );
}

/** One of a post's files, in its carousel's frame. */
export function MediaItem(props: MediaItemProps) {
  const { file, author, frame, alt } = props;
  const viewer = useStoredUser();
  const [shown, reveal] = useRevealed(file.file_id);
  const savesData = useSavesData();
  const kind = mediaKind(file);
  const reason = holdReason(file, seesHeldBack(viewer, author));
  if (kind === 'audio') {
    return (
      <div className={cx(frame !== null && 'absolute inset-0 flex items-center bg-surface px-13')}>
        <AudioPlayer
          key={file.state}
          src={isAwaited(file) ? undefined : mediaUrl(file.path)}
          duration={file.duration}
          title={alt}
        />
      </div>
    );
  }
  const mine = viewer !== null && viewer.username.toLowerCase() === author.toLowerCase();
  const poster = savesData ? undefined : posterOf(file);
  if (kind === 'video' && mine && file.unplayable) return <Unplayable {...props} poster={poster} />;
  if (kind === 'video' && isAwaited(file) && typeof file.progress === 'number') {
    return <ConvertingVideo poster={poster} percent={file.progress} />;
  }
  if (reason !== null && (!shown || isAwaited(file))) {
    return (
      <>
        {file.placeholder !== null && <Placeholder src={file.placeholder} strong />}
        <HeldBack reason={reason} onReveal={isAwaited(file) ? undefined : reveal} />
      </>
    );
  }
  if (savesData && !shown && (kind === 'image' || kind === 'video')) {
    return (
      <>
        {file.placeholder !== null && <Placeholder src={file.placeholder} strong={false} />}
        <HeldBack reason="saver" onReveal={reveal} />
      </>
    );
  }
  if (kind === 'image') return <Picture {...props} />;
  if (kind === 'video') return <VideoItem {...props} />;
  return <Unsupported />;
}
