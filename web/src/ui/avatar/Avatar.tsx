import { useState } from 'react';
import { cx } from '#ui/cx.ts';
import { useSavesData } from '#ui/data-saver/data-saver.ts';

interface AvatarProps {
  /** The picture's URL. */
  src: string | undefined;
  /** The full-size picture's URL if `src` is a smaller version, in case that one doesn't load. */
  fallback?: string | undefined;
  /** Pixels. */
  size?: number | undefined;
  /** Empty if the name is next to the picture. */
  alt?: string | undefined;
  /** Loads right away, for a picture visible without scrolling. */
  eager?: boolean | undefined;
  /** Somebody asked for it, so it loads with the data saver on, too. */
  wanted?: boolean | undefined;
  className?: string | undefined;
}

/**
 * A round picture of a person or a community. Its space is reserved; one that doesn't load is replaced by the default figure, as are all
 * with the data saver on. It loads after posts' pictures, which people look at first.
 */
export function Avatar({
  src: first,
  fallback = first,
  size = 40,
  alt = '',
  eager = false,
  wanted = false,
  className,
}: AvatarProps) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const isHeld = useSavesData() && !wanted;
  const src = isHeld
    ? undefined
    : [first, fallback].find((address) => address !== undefined && !failed.includes(address));
  const classes = cx('block shrink-0 rounded-full bg-raised object-cover text-transparent ring-1 ring-line', className);
  if (src === undefined) {
    return (
      <svg
        viewBox="0 0 40 40"
        width={size}
        height={size}
        className={classes}
        {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
      >
        <title>{alt}</title>
        <g className="fill-muted" opacity="0.7">
          <circle cx="20" cy="16" r="7" />
          <path d="M6.5 36a13.5 13.5 0 0 1 27 0 20 20 0 0 1-27 0Z" />
        </g>
      </svg>
    );
  }
  return (
    <img
      src={src}
      alt={alt}
      width={size}
      height={size}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority="low"
      decoding="async"
      draggable={false}
      onError={() => setFailed((before) => [...before, src])}
      className={classes}
      style={{ width: size, height: size }}
    />
  );
}
