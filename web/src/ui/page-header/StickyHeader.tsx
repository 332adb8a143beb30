import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

interface StickyHeaderProps {
  onBack: () => void;
  children?: ReactNode;
}

/** A sticky bar above a page that people come to from elsewhere and scroll: the back button stays in view. */
export function StickyHeader({ onBack, children }: StickyHeaderProps) {
  return (
    <div
      data-top-bar=""
      className="sticky top-14 z-10 -mx-3 -mt-3 mb-1 flex h-13 items-center gap-1 bg-bg px-1 sm:-mx-4 sm:px-2 md:top-0 md:-mt-5 md:h-14"
    >
      <IconButton label="Back" size="lg" onClick={onBack}>
        <ArrowLeft size={22} aria-hidden="true" />
      </IconButton>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
