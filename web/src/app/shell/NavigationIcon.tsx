import type { LucideIcon } from 'lucide-react';
import { NavLink } from 'react-router';
import type { Destination } from '#app/shell/destinations.ts';
import { useMarks } from '#platform/marks.ts';
import { pathTo } from '#platform/paths.ts';
import { CountBadge } from '#ui/count-badge/CountBadge.tsx';

/** How many conversations, channels with threads, or notifications are unread, for the entry that links to them; 0 for the others. */
function useMark(to: string): number {
  const { conversations, channels, notifications, threads } = useMarks();
  if (to === pathTo('chat')) return conversations;
  if (to === pathTo('notifications')) return notifications;
  if (to === pathTo('communities')) return [...channels.values()].reduce((sum, count) => sum + count, threads);
  return 0;
}

/** A destination as a 48 px icon. */
export function NavigationIcon({ label, to, icon: Icon }: Destination) {
  const mark = useMark(to);
  return (
    <NavLink
      to={to}
      aria-label={mark === 0 ? label : `${label}, ${mark} unread`}
      className="relative inline-flex size-12 shrink-0 items-center justify-center rounded-control text-muted transition-colors hover:bg-raised hover:text-text aria-[current=page]:bg-raised aria-[current=page]:text-accent-text"
    >
      <Icon size={24} aria-hidden="true" />
      <CountBadge count={mark} className="absolute top-1 right-1" />
    </NavLink>
  );
}

interface NavigationItemProps {
  label: string;
  to: string;
  icon: LucideIcon;
  className: string;
}

/** A destination as a row with a label. */
export function NavigationItem({ label, to, icon: Icon, className }: NavigationItemProps) {
  const mark = useMark(to);
  return (
    <NavLink to={to} className={`${className} group`}>
      <Icon size={22} aria-hidden="true" className="shrink-0 group-aria-[current=page]:text-accent-text" />
      {label}
      <CountBadge count={mark} className="ml-auto" />
      {mark > 0 && <span className="sr-only">{mark} unread</span>}
    </NavLink>
  );
}
