import { codePoints, limits } from '@hubbub/contract/platform/limits.ts';
import { ChevronLeft, ChevronRight, Image, Music, Play, X } from 'lucide-react';
import { useState } from 'react';
import { AudioPlayer } from '#features/posts/AudioPlayer.tsx';
import { playAlone } from '#features/posts/playback.ts';
import type { MediaKind } from '#features/posts/posts.rules.ts';
import type { Composer, ComposerItem } from '#features/posts/use-composer.ts';
import { cx } from '#ui/cx.ts';
import { LengthCount } from '#ui/field/LengthCount.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { LateGallery } from '#ui/gallery/late-gallery.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

const icons = { image: Image, video: Play, audio: Music, other: Music };

function Thumbnail({ item }: { item: ComposerItem }) {
  const [failed, setFailed] = useState(false);
  if (item.kind === 'image' && !failed) {
    return <img src={item.url} alt="" onError={() => setFailed(true)} className="size-full object-cover" />;
  }
  const Icon = icons[item.kind];
  return (
    <span className="flex size-full items-center justify-center text-muted">
      <Icon size={22} aria-hidden="true" />
    </span>
  );
}

/** In place of what this browser can't decode, such as a phone's HEIC: the server may still be able to. */
function Undecodable({ item }: { item: ComposerItem }) {
  const Icon = icons[item.kind];
  return (
    <div className="flex flex-col items-center gap-1.5 px-15 text-center text-muted text-sm">
      <Icon size={28} aria-hidden="true" />
      <bdi className="break-all font-medium text-text">{item.file.name}</bdi>
      <p className="text-pretty">
        This browser can't show this {item.kind === 'video' ? 'video' : 'picture'}. You can still share it.
      </p>
    </div>
  );
}

interface ShownProps {
  item: ComposerItem;
  /** There's an arrow on each side. */
  between: boolean;
  onOpen: () => void;
}

function Shown({ item, between, onOpen }: ShownProps) {
  const [failed, setFailed] = useState(false);
  if (failed) return <Undecodable item={item} />;
  if (item.kind === 'image') {
    return (
      <button
        type="button"
        aria-label={`Open ${item.file.name} at full size`}
        onClick={onOpen}
        className="flex h-full w-full cursor-zoom-in items-center justify-center focus-visible:-outline-offset-4"
      >
        <img
          src={item.url}
          alt={item.file.name}
          onError={() => setFailed(true)}
          className="max-h-[50vh] max-w-full object-contain"
        />
      </button>
    );
  }
  if (item.kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: people share videos without captions
      <video
        src={item.url}
        aria-label={item.file.name}
        controls
        playsInline
        preload="metadata"
        onPlay={playAlone}
        onLoadedMetadata={({ currentTarget }) => setFailed(currentTarget.videoWidth === 0)}
        onError={() => setFailed(true)}
        className="max-h-[50vh] w-full bg-black"
      />
    );
  }
  return (
    <div className={cx('w-full max-w-lg', between ? 'px-15' : 'px-4')}>
      <AudioPlayer src={item.url} duration={null} title={item.file.name} />
    </div>
  );
}

const asks: Record<MediaKind, string> = {
  image: 'Describe this picture',
  video: 'Describe this video',
  audio: 'Describe this sound',
  other: 'Describe this file',
};

interface DescriptionProps {
  item: ComposerItem;
  /** The post is being sent. */
  fixed: boolean;
  onChange: (alt: string) => void;
}

/** Suggests saying what a file shows. */
function Description({ item, fixed, onChange }: DescriptionProps) {
  const { alt } = limits.post;
  const length = codePoints(item.alt);
  return (
    <TextArea
      key={item.id}
      label={asks[item.kind]}
      hideLabel
      grows
      rows={1}
      dir="auto"
      placeholder={`${asks[item.kind]}…`}
      hint="People who can't see or hear it get this text instead. You can leave it out."
      value={item.alt}
      readOnly={fixed}
      {...(length > alt - 100 && { aside: <LengthCount length={length} max={alt} /> })}
      onChange={(event) => onChange([...event.currentTarget.value].slice(0, alt).join(''))}
    />
  );
}

interface ComposerPreviewProps {
  composer: Composer;
  /** Files can be removed: nothing is being converted or sent. */
  editable: boolean;
}

/** The selected file, with previous and next if there are several, and a remove button on each. */
export function ComposerPreview({ composer, editable }: ComposerPreviewProps) {
  const { items, index, shown, step, show, remove, describe, percent } = composer;
  const [open, setOpen] = useState(false);
  if (shown === undefined) return null;
  const many = items.length > 1;
  return (
    <div className="flex flex-col gap-3">
      <div className="relative flex min-h-64 items-center justify-center overflow-hidden rounded-control border border-line bg-raised md:min-h-80">
        <Shown key={shown.id} item={shown} between={many} onOpen={() => setOpen(true)} />
        {many && (
          <>
            <div className="-translate-y-1/2 absolute top-1/2 left-2">
              <IconButton label="Previous" tone="overlay" onClick={() => step(-1)}>
                <ChevronLeft size={22} />
              </IconButton>
            </div>
            <div className="-translate-y-1/2 absolute top-1/2 right-2">
              <IconButton label="Next" tone="overlay" onClick={() => step(1)}>
                <ChevronRight size={22} />
              </IconButton>
            </div>
          </>
        )}
      </div>
      <Description item={shown} fixed={percent !== undefined} onChange={(alt) => describe(shown.id, alt)} />
      <ul aria-label="Post media" className="flex flex-wrap gap-2">
        {items.map((item, position) => (
          <li key={item.id} className="relative size-20">
            <button
              type="button"
              aria-label={`Show ${item.file.name}`}
              aria-current={position === index}
              onClick={() => show(position)}
              className={cx(
                'block size-full overflow-hidden rounded-control border bg-raised',
                position === index ? 'border-accent ring-2 ring-accent' : 'border-line',
              )}
            >
              <Thumbnail item={item} />
            </button>
            {item.alt.trim() !== '' && (
              <span
                aria-hidden="true"
                className="pointer-events-none absolute bottom-1 left-1 rounded-sm bg-black/75 px-1 font-semibold text-white text-xs"
              >
                ALT
              </span>
            )}
            <button
              type="button"
              aria-label={`Remove ${item.file.name}`}
              title="Remove"
              disabled={!editable}
              onClick={() => remove(item.id)}
              className="-top-1.5 -right-1.5 absolute inline-flex size-7 items-center justify-center rounded-full bg-black/80 text-white ring-1 ring-white/30 hover:bg-black disabled:opacity-50 pointer-coarse:before:absolute pointer-coarse:before:-inset-2"
            >
              <X size={16} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {open && shown.kind === 'image' && (
        <LateGallery pictures={[{ src: shown.url, alt: shown.file.name }]} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}
