import type { Message } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { ImageOff } from 'lucide-react';
import { use, useState } from 'react';
import { fitImage } from '#features/messages/file-boxes.rules.ts';
import { HeldPictures } from '#features/messages/held-pictures.ts';
import { sentFile } from '#features/messages/sent-files.ts';
import { mediaUrl } from '#platform/media.ts';
import { Button } from '#ui/button/Button.tsx';
import { cx } from '#ui/cx.ts';
import { LateGallery } from '#ui/gallery/late-gallery.ts';

interface PictureProps {
  src: string;
  alt: string;
  /** The picture's size in pixels; null if unknown. */
  size: { width: number; height: number } | null;
  /** A tiny version as a data URL, shown until the picture has loaded. */
  placeholder?: string | null;
}

/** A picture in a message. Its space is reserved; clicking opens it in full size. */
function MessagePicture({ src, alt, size, placeholder = null }: PictureProps) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  const [open, setOpen] = useState(false);
  const box = fitImage(size);
  return (
    <>
      <button
        type="button"
        data-picture=""
        aria-label={`Open ${alt}`}
        disabled={state === 'failed'}
        onClick={() => setOpen(true)}
        className="relative block max-w-full cursor-zoom-in overflow-hidden rounded-control bg-line focus-visible:-outline-offset-4 disabled:cursor-default"
        style={{ width: box.width, maxHeight: box.height, aspectRatio: `${box.width} / ${box.height}` }}
      >
        {placeholder !== null && state !== 'failed' && (
          <span
            aria-hidden="true"
            className="absolute -inset-6 bg-center bg-cover blur-md"
            style={{ backgroundImage: `url("${placeholder}")` }}
          />
        )}
        {state === 'failed' ? (
          <span className="absolute inset-0 flex flex-col items-center justify-center gap-1 p-2 text-sm text-text">
            <ImageOff size={24} aria-hidden="true" />
            Couldn't load this picture
          </span>
        ) : (
          <img
            src={src}
            alt={alt}
            width={box.width}
            height={box.height}
            decoding="async"
            draggable={false}
            ref={(element) => {
              if (element?.complete && element.naturalWidth > 0) setState('loaded');
            }}
            onLoad={() => setState('loaded')}
            onError={() => setState('failed')}
            className={cx(
              'absolute inset-0 size-full object-cover transition-opacity',
              state === 'loading' && placeholder !== null && 'opacity-0',
            )}
          />
        )}
      </button>
      {open && <LateGallery pictures={[{ src, alt }]} onClose={() => setOpen(false)} />}
    </>
  );
}

/** A stored message's picture, if it has one. */
export function MessageImage({ message, by }: { message: Message; by: string }) {
  const isHeld = use(HeldPictures);
  const [isWanted, setIsWanted] = useState(false);
  if (message.imageUrl === null) return null;
  if (isHeld && !isWanted) {
    return (
      <Button tone="secondary" size="sm" onClick={() => setIsWanted(true)}>
        Show picture
      </Button>
    );
  }
  return (
    <MessagePicture
      src={sentFile(message.client_id, 0)?.url ?? mediaUrl(message.imageUrl)}
      alt={`picture from ${by}`}
      size={message.image}
      placeholder={message.image?.placeholder ?? null}
    />
  );
}
