import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { useState } from 'react';
import { FramedImage } from '#features/rooms/FramedImage.tsx';
import { fitImage } from '#features/rooms/file-boxes.rules.ts';
import { useHeldPictures } from '#features/rooms/held-pictures.ts';
import { sentFile } from '#features/rooms/sent-files.ts';
import { mediaUrl } from '#platform/media.ts';
import { Button } from '#ui/button/Button.tsx';
import { LateGallery } from '#ui/gallery/late-gallery.ts';
import type { ImageState } from '#ui/loading-image/LoadingImage.tsx';

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
  const [state, setState] = useState<ImageState>('loading');
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
        <FramedImage
          src={src}
          alt={alt}
          width={box.width}
          height={box.height}
          placeholder={placeholder}
          state={state}
          onState={setState}
        />
      </button>
      {open && <LateGallery pictures={[{ src, alt }]} onClose={() => setOpen(false)} />}
    </>
  );
}

/** A stored message's picture, if it has one. */
export function MessageImage({ message, by }: { message: Message; by: string }) {
  const isHeld = useHeldPictures();
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
