import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { LateDescription } from '#features/posts/late-description.ts';
import { MediaItem } from '#features/posts/MediaItem.tsx';
import { frameAspect, holdReason, mediaKind, seesHeldBack } from '#features/posts/posts.rules.ts';
import { useSwipe } from '#features/posts/use-swipe.ts';
import { mediaUrl } from '#platform/media.ts';
import { useStoredUser } from '#platform/session.ts';
import { cx } from '#ui/cx.ts';
import { LateGallery } from '#ui/gallery/late-gallery.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

const nouns = { image: 'Picture', video: 'Video', audio: 'Sound', other: 'File' };

interface MediaCarouselProps {
  files: readonly MediaFile[];
  /** Who shared them. */
  username: string;
  /** Visible without scrolling: its first picture loads right away. */
  eager: boolean;
}

function Dots({ files, index }: { files: readonly MediaFile[]; index: number }) {
  return (
    <div aria-hidden="true" className="flex h-6 items-center justify-center gap-1.5">
      {files.map(({ file_id }, position) => (
        <span
          key={file_id}
          className={cx(
            'size-1.5 rounded-full transition-colors',
            position === index ? 'bg-accent-text' : 'bg-line-strong',
          )}
        />
      ))}
    </div>
  );
}

/** The step an arrow key takes; players and input fields handle arrows themselves. */
function stepOf({ key, target }: KeyboardEvent): 1 | -1 | undefined {
  if (target instanceof HTMLMediaElement || target instanceof HTMLInputElement) return undefined;
  if (key === 'ArrowLeft') return -1;
  return key === 'ArrowRight' ? 1 : undefined;
}

interface StepButtonProps {
  by: -1 | 1;
  tone: 'overlay' | 'quiet';
  index: number;
  count: number;
  onGo: (index: number) => void;
}

function StepButton({ by, tone, index, count, onGo }: StepButtonProps) {
  const next = index + by;
  const Icon = by === 1 ? ChevronRight : ChevronLeft;
  return (
    <IconButton
      label={by === 1 ? 'Next media' : 'Previous media'}
      size="sm"
      tone={tone}
      disabled={next < 0 || next >= count}
      onClick={() => onGo(next)}
    >
      <Icon size={20} />
    </IconButton>
  );
}

/** Buttons over the edges of the media. */
function SideButtons(steps: Omit<StepButtonProps, 'by' | 'tone'>) {
  return (
    <>
      <div className="-translate-y-1/2 absolute top-1/2 left-2">
        <StepButton by={-1} tone="overlay" {...steps} />
      </div>
      <div className="-translate-y-1/2 absolute top-1/2 right-2">
        <StepButton by={1} tone="overlay" {...steps} />
      </div>
    </>
  );
}

/** Which file is shown, and how to get to the others. */
function useSlides(track: RefObject<HTMLDivElement | null>, count: number) {
  const [chosen, setIndex] = useState(0);
  const index = Math.min(chosen, count - 1);
  const go = (next: number) => {
    if (next < 0 || next >= count || next === index) return;
    // Pauses playback in the item that leaves the frame.
    for (const player of track.current?.querySelectorAll<HTMLMediaElement>('video, audio') ?? []) player.pause();
    setIndex(next);
  };
  const swipe = useSwipe(track, index, count, (step) => go(index + step));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event);
    if (step === undefined) return;
    event.preventDefault();
    go(index + step);
  };
  return { index, go, swipe, onKeyDown };
}

interface OpenPicturesProps extends Pick<MediaCarouselProps, 'files' | 'username'> {
  /** The position of the picture that was opened. */
  open: number;
  nameOf: (file: MediaFile, position: number) => string;
  onClose: () => void;
}

/** The post's pictures in full size. */
function OpenPictures({ files, username, open, nameOf, onClose }: OpenPicturesProps) {
  const viewer = useStoredUser();
  // Turning to the next picture never shows one that's held back.
  const pictures = files.flatMap((file, position) => {
    const isShown = position === open || holdReason(file, seesHeldBack(viewer, username)) === null;
    return mediaKind(file) === 'image' && isShown ? [{ file, position }] : [];
  });
  return (
    <LateGallery
      pictures={pictures.map(({ file, position }) => ({
        src: mediaUrl(file.path),
        alt: nameOf(file, position),
        placeholder: file.placeholder,
      }))}
      start={pictures.findIndex(({ position }) => position === open)}
      onClose={onClose}
    />
  );
}

/**
 * Previous and next across a post's files, disabled at the ends; dots show the position. Arrow keys and swiping
 * also work.
 */
export function MediaCarousel({ files, username, eager }: MediaCarouselProps) {
  const [open, setOpen] = useState<number>();
  const [description, setDescription] = useState<string>();
  const track = useRef<HTMLDivElement>(null);
  const count = files.length;
  const { index, go, swipe, onKeyDown } = useSlides(track, count);
  const frame = frameAspect(files);

  const nameOf = (file: MediaFile, position: number) =>
    file.alt || `${nouns[mediaKind(file)]}${count > 1 ? ` ${position + 1} of ${count}` : ''} by ${username}`;
  const many = count > 1;
  const steps = { index, count, onGo: go };
  const itemAt = (file: MediaFile, position: number) => (
    <MediaItem
      file={file}
      author={username}
      frame={frame}
      alt={nameOf(file, position)}
      eager={eager && position === 0}
      current={position === index}
      onOpen={mediaKind(file) === 'image' ? () => setOpen(position) : undefined}
      onDescription={setDescription}
    />
  );

  return (
    <div
      dir="ltr"
      className={cx('rounded-control', many && '-mb-2')}
      {...(many && {
        role: 'group',
        'aria-roledescription': 'carousel',
        'aria-label': `Media, ${index + 1} of ${count}`,
        tabIndex: 0,
        onKeyDown,
      })}
    >
      <div
        className={cx('relative overflow-hidden rounded-control', frame !== null && 'border border-line bg-raised')}
        style={frame === null ? undefined : { aspectRatio: frame }}
      >
        <div
          ref={track}
          {...swipe}
          className={cx('flex touch-pan-y transition-transform duration-200', frame !== null && 'h-full')}
          style={{ transform: `translateX(${-100 * index}%)` }}
        >
          {files.map((file, position) => (
            <div
              key={file.file_id}
              inert={position !== index}
              className={cx('relative w-full shrink-0', frame !== null && 'h-full')}
            >
              {Math.abs(position - index) <= 1 && itemAt(file, position)}
            </div>
          ))}
        </div>
        {many && frame !== null && <SideButtons {...steps} />}
      </div>
      {many && (
        <div className="flex items-center justify-center gap-2 pt-1">
          {frame === null && <StepButton by={-1} tone="quiet" {...steps} />}
          <Dots files={files} index={index} />
          {frame === null && <StepButton by={1} tone="quiet" {...steps} />}
        </div>
      )}
      {open !== undefined && (
        <OpenPictures
          files={files}
          username={username}
          open={open}
          nameOf={nameOf}
          onClose={() => setOpen(undefined)}
        />
      )}
      {description !== undefined && <LateDescription text={description} onClose={() => setDescription(undefined)} />}
    </div>
  );
}
