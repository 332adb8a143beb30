import { ImageOff } from 'lucide-react';
import { type ImageState, LoadingImage } from '#ui/loading-image/LoadingImage.tsx';

interface FramedImageProps {
  src: string | undefined;
  alt: string;
  width: number | undefined;
  height: number | undefined;
  sources?: readonly { type: string; srcSet: string }[];
  /** A tiny version as a data URL, shown until the picture has loaded. */
  placeholder: string | null | undefined;
  state: ImageState;
  onState: (state: ImageState) => void;
}

/** What fills the frame of a message's picture: a tiny version of it, then the picture itself, or a note that it couldn't be loaded. */
export function FramedImage({ placeholder, ...image }: FramedImageProps) {
  const hasPlaceholder = typeof placeholder === 'string';
  if (image.state === 'failed')
    return (
      <span className="absolute inset-0 flex flex-col items-center justify-center gap-1 p-2 text-sm text-text">
        <ImageOff size={24} aria-hidden="true" />
        Couldn't load this picture
      </span>
    );
  return (
    <>
      {hasPlaceholder && image.state === 'loading' && (
        <span
          aria-hidden="true"
          className="absolute -inset-6 bg-center bg-cover blur-md"
          style={{ backgroundImage: `url("${placeholder}")` }}
        />
      )}
      <LoadingImage {...image} sizes="320px" covers={hasPlaceholder} />
    </>
  );
}
