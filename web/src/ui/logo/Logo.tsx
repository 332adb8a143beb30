/**
 * The brand's symbol: two speech bubbles that share a wall, so that they read as an "h". `size` is the height in pixels. Hidden from
 * screen readers: the word next to it, or the link around it, carries the name.
 */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="9" className="fill-accent" />
      <path
        className="fill-accent-ink"
        d="M8 7.6A1.6 1.6 0 0 1 9.6 6h2.3a1.6 1.6 0 0 1 1.6 1.6v5.2c1-.8 2.3-1.2 3.7-1.2 4 0 6.8 2.7 6.8 6.8v7.1c0 .9-1.1 1.3-1.7.7l-2.9-3a1.6 1.6 0 0 1-.5-1.2v-3.2c0-1.5-1-2.5-2.6-2.5s-2.8 1-2.8 2.7v4.4a1.6 1.6 0 0 1-1.6 1.6H9.6A1.6 1.6 0 0 1 8 23.4Z"
      />
    </svg>
  );
}

/** Symbol and word. `size` is the symbol's height in pixels. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark size={size} />
      <span className="font-bold font-word text-text tracking-tight" style={{ fontSize: size * 0.75, lineHeight: 1 }}>
        Hubbub
      </span>
    </span>
  );
}
