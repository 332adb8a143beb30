import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';

/** A grey shape in the place of what is loading; give it the size and the corners of the real thing. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('block animate-breathe bg-line', !className.includes('rounded-') && 'rounded-sm', className)}
    />
  );
}

interface LoadingProps {
  /** What is loading, for screen readers: "Loading posts". */
  label: string;
  children: ReactNode;
  className?: string | undefined;
}

/** Around the skeletons of one region: tells screen readers once that it is loading. */
export function Loading({ label, children, className }: LoadingProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
