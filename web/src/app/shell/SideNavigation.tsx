import { LogOut } from 'lucide-react';
import { Link } from 'react-router';
import { menuFor, newPost, settings } from '#app/shell/destinations.ts';
import { NavigationIcon, NavigationItem } from '#app/shell/NavigationIcon.tsx';
import { useLogOut } from '#features/accounts/public.ts';
import { SiteLogo, SiteMark, useSiteName } from '#features/site/public.ts';
import { avatarUrls } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';
import { Tooltip } from '#ui/tooltip/Tooltip.tsx';

const entryClasses =
  'flex min-h-12 w-full items-center gap-4 rounded-control px-3 font-medium text-muted transition-colors hover:bg-raised hover:text-text aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-text';

/** The left column from 1280 px: the signed-in person, the menu, and log-out. */
export function SideNavigation() {
  const user = useCurrentUser();
  const logOut = useLogOut();
  const siteName = useSiteName();
  return (
    <nav aria-label="Main" className="flex h-full flex-col gap-6 overflow-y-auto px-3 py-5">
      <Link
        to={pathTo('feed')}
        aria-label={`${siteName}, home`}
        className="flex max-w-full self-start rounded-control px-3 py-1"
      >
        <SiteLogo size={34} />
      </Link>
      <div className="flex items-center gap-3 rounded-card border border-line bg-surface p-3">
        <Link to={pathTo('ownProfile')} aria-label="Your profile" className="shrink-0 rounded-full">
          <Avatar {...avatarUrls(user.profile_path)} size={52} eager />
        </Link>
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold leading-tight">{user.name ?? user.username}</p>
          <p className="truncate text-muted text-sm">@{user.username}</p>
          <Link
            to={pathTo('completeProfile')}
            className="inline-flex min-h-6 items-center rounded-sm font-semibold text-accent-text text-xs underline-offset-4 hover:underline"
          >
            Edit
          </Link>
        </div>
      </div>
      <ul className="flex flex-col gap-1">
        {menuFor(user.site_role).map((destination) => (
          <li key={destination.to}>
            <NavigationItem {...destination} className={entryClasses} />
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => logOut.mutate()}
        disabled={logOut.isPending}
        className={`${entryClasses} mt-auto`}
      >
        {logOut.isPending ? <Spinner size={22} /> : <LogOut size={22} aria-hidden="true" />}
        Log Out
      </button>
    </nav>
  );
}

/** The left column from 768 to 1279 px: the same as icons, plus what wider screens show in the right column. */
export function NavigationRail() {
  const user = useCurrentUser();
  const logOut = useLogOut();
  const siteName = useSiteName();
  return (
    <nav
      aria-label="Main"
      className="flex h-full flex-col items-center gap-2 overflow-y-auto px-3 py-5 [@media(max-height:30rem)]:gap-0"
    >
      <Link to={pathTo('feed')} aria-label={`${siteName}, home`} className="mb-3 flex shrink-0 rounded-control">
        <SiteMark size={36} />
      </Link>
      {[...menuFor(user.site_role), newPost, settings].map((destination) => (
        <Tooltip key={destination.to} text={destination.label} side="right">
          <NavigationIcon {...destination} />
        </Tooltip>
      ))}
      <div className="mt-auto flex flex-col items-center gap-2">
        <Tooltip text="Your profile" side="right">
          <Link
            to={pathTo('ownProfile')}
            aria-label="Your profile"
            className="inline-flex size-12 shrink-0 items-center justify-center rounded-full"
          >
            <Avatar {...avatarUrls(user.profile_path)} size={40} eager />
          </Link>
        </Tooltip>
        <IconButton
          label="Log Out"
          size="lg"
          round={false}
          tooltipSide="right"
          onClick={() => logOut.mutate()}
          pending={logOut.isPending}
        >
          <LogOut size={22} aria-hidden="true" />
        </IconButton>
      </div>
    </nav>
  );
}
