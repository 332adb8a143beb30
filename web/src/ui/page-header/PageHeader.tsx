import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

interface PageHeaderProps {
  title: string;
  /** Where the back button leads. */
  backTo: string;
  backLabel: string;
  /** The back button is only there below 1024 px; above, a navigation beside the page leads back. */
  narrowOnly?: boolean;
  /** Controls at the end of the row. */
  children?: ReactNode;
}

/** The heading of a page below another one, with a back button. */
export function PageHeader({ title, backTo, backLabel, narrowOnly = false, children }: PageHeaderProps) {
  return (
    <header className={cx('mb-4 -ml-3 flex min-h-12 items-center gap-1', narrowOnly && 'lg:ml-0')}>
      <span className={cx('flex', narrowOnly && 'lg:hidden')}>
        <IconButton asChild label={backLabel} size="lg">
          <Link to={backTo}>
            <ArrowLeft size={22} aria-hidden="true" />
          </Link>
        </IconButton>
      </span>
      <h1 className="line-clamp-2 min-w-0 flex-1 font-bold text-xl [overflow-wrap:anywhere]">{title}</h1>
      {children}
    </header>
  );
}
