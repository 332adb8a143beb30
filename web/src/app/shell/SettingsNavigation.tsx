import { Link, useLocation } from 'react-router';
import { type SettingsEntry, settingsPages } from '#app/settings-pages.ts';
import { pathTo } from '#platform/paths.ts';

const itemClasses =
  'group flex min-h-11 items-center gap-3 rounded-control px-3 py-1.5 font-medium text-muted transition-colors hover:bg-raised hover:text-text aria-[current]:bg-raised aria-[current]:font-semibold aria-[current]:text-text';

/** How a link says that its page is open, or one below it. */
function currentOf({ to, below = [] }: SettingsEntry, pathname: string): 'page' | 'true' | undefined {
  if (to === pathname) return 'page';
  return below.includes(pathname) ? 'true' : undefined;
}

/** From 1024 px: the settings' pages, beside the one that's open. */
export function SettingsNavigation() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Settings" className="flex h-full flex-col gap-3 overflow-y-auto px-3 py-5">
      <Link
        to={pathTo('settings')}
        aria-current={pathname === pathTo('settings') ? 'page' : undefined}
        className="flex min-h-12 items-center rounded-control px-3 font-bold text-xl hover:bg-raised aria-[current]:bg-raised"
      >
        Settings
      </Link>
      <ul className="flex flex-col gap-1">
        {settingsPages
          .filter(({ onlyListed = false }) => !onlyListed)
          .map((entry) => (
            <li key={entry.to}>
              <Link to={entry.to} aria-current={currentOf(entry, pathname)} className={itemClasses}>
                <entry.icon size={20} aria-hidden="true" className="shrink-0 group-aria-[current]:text-accent-text" />
                {entry.label}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
