import type { LucideIcon } from 'lucide-react';
import { NavLink } from 'react-router';
import type { Destination } from '#app/shell/destinations.ts';
import { useUnreadMark } from '#platform/marks.ts';
import { pathTo } from '#platform/paths.ts';

/** How many conversations have something new, for the entry that leads to them; 0 for any other. */
function useMark(to: string): number {
  const unread = useUnreadMark();
  return to === pathTo('chat') ? unread : 0;
}

const counted = (mark: number) => (mark > 99 ? '99+' : String(mark));
const markLook =
  'inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-accent px-1 font-semibold text-[0.6875rem] text-accent-ink leading-none tabular';

/** A destination as an icon of 48 px. */
export function NavigationIcon({ label, to, icon: Icon }: Destination) {
  const mark = useMark(to);
  return (
    <NavLink
      to={to}
      aria-label={mark === 0 ? label : `${label}, ${mark} unread`}
      className="relative inline-flex size-12 items-center justify-center rounded-control text-muted transition-colors hover:bg-raised hover:text-text aria-[current=page]:bg-raised aria-[current=page]:text-accent-text"
    >
      <Icon size={24} aria-hidden="true" />
      {mark > 0 && (
        <span aria-hidden="true" className={`${markLook} absolute top-1 right-1`}>
          {counted(mark)}
        </span>
      )}
    </NavLink>
  );
}

interface NavigationLineProps {
  label: string;
  to: string;
  icon: LucideIcon;
  className: string;
}

/** A destination as a line with its word. */
export function NavigationLine({ label, to, icon: Icon, className }: NavigationLineProps) {
  const mark = useMark(to);
  return (
    <NavLink to={to} className={`${className} group`}>
      <Icon size={22} aria-hidden="true" className="shrink-0 group-aria-[current=page]:text-accent-text" />
      {label}
      {mark > 0 && (
        <span className={`${markLook} ml-auto`}>
          {counted(mark)}
          <span className="sr-only"> unread</span>
        </span>
      )}
    </NavLink>
  );
}
