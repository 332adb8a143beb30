interface SpinnerProps {
  /** Pixels; 20 by default. */
  size?: number | undefined;
  /** Read by screen readers. Leave it out if text next to the spinner says the same. */
  label?: string | undefined;
}

/** A spinning ring in the color of the surrounding text. */
export function Spinner({ size = 20, label }: SpinnerProps) {
  return (
    <span role={label === undefined ? undefined : 'status'} className="inline-flex">
      <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true" className="animate-spin">
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.25" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  );
}
