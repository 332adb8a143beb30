import { cx } from '#ui/cx.ts';

/** How far a picture has come. */
export type ImageState = 'loading' | 'loaded' | 'failed';

interface LoadingImageProps {
  src: string | undefined;
  alt: string;
  /** The same picture in other types and sizes. */
  sources?: readonly { type: string; srcSet: string }[] | undefined;
  sizes?: string;
  width?: number | undefined;
  height?: number | undefined;
  loading?: 'eager' | 'lazy';
  state: ImageState;
  onState: (state: ImageState) => void;
  /** Something stands behind it until it has loaded, so it's shown as a whole. */
  covers: boolean;
}

/** A picture that fills its place, and says how far it has come. */
export function LoadingImage({ sources = [], sizes, state, onState, covers, ...image }: LoadingImageProps) {
  return (
    <picture>
      {sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        {...image}
        alt={image.alt}
        decoding="async"
        draggable={false}
        ref={(element) => {
          if (element?.complete && element.naturalWidth > 0) onState('loaded');
        }}
        onLoad={() => onState('loaded')}
        onError={() => onState('failed')}
        className={cx(
          'absolute inset-0 size-full object-cover transition-opacity',
          state === 'loading' && covers && 'opacity-0',
        )}
      />
    </picture>
  );
}
