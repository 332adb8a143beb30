import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';

/** A gray placeholder for something that's loading; give it the real thing's size and corners. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('block animate-breathe bg-line', !className.includes('rounded-') && 'rounded-sm', className)}
    />
  );
}

interface LoadingProps {
  /** What's loading, for screen readers: "Loading posts". */
  label: string;
  children: ReactNode;
  className?: string | undefined;
}

/** Wraps one region's skeletons and tells screen readers once that it's loading. */
export function Loading({ label, children, className }: LoadingProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
