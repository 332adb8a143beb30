import { LogOut, Search, UserRound } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { bottomBar, type Destination, notifications, saved, settings, site } from '#app/shell/destinations.ts';
import { NavigationIcon } from '#app/shell/NavigationIcon.tsx';
import { useLogOut } from '#features/accounts/public.ts';
import { SiteLogo, useSiteName } from '#features/site/public.ts';
import { avatarUrls } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { DropdownMenu } from '#ui/dropdown-menu/DropdownMenu.tsx';
import type { MenuItem } from '#ui/dropdown-menu/MenuItems.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

/** The person's picture, which opens their menu. */
function OwnMenu() {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const logOut = useLogOut();
  const toItem = ({ label, to, icon }: Destination): MenuItem => ({ label, icon, onSelect: () => void navigate(to) });
  const items: MenuItem[] = [
    { label: 'Profile', icon: UserRound, onSelect: () => void navigate(pathTo('ownProfile')) },
    toItem(notifications),
    toItem(saved),
    ...(user.site_role ? [toItem(site)] : []),
    toItem(settings),
    { label: 'Log Out', icon: LogOut, onSelect: () => logOut.mutate() },
  ];
  return (
    <DropdownMenu
      items={items}
      trigger={
        <button
          type="button"
          aria-label="Your menu"
          className="inline-flex size-12 items-center justify-center rounded-full"
        >
          <Avatar {...avatarUrls(user.profile_path)} size={34} eager />
        </button>
      }
    />
  );
}

/** Below 768 px: the logo, the search, the notifications, and the person's menu. */
export function MobileHeader() {
  const siteName = useSiteName();
  return (
    <header
      data-top-bar=""
      className="sticky top-0 z-20 flex h-14 items-center justify-between border-line border-b bg-bg px-4"
    >
      <Link to={pathTo('feed')} aria-label={`${siteName}, home`} className="flex min-w-0 rounded-control">
        <SiteLogo size={28} />
      </Link>
      <div className="-mr-1.5 flex shrink-0 items-center gap-1">
        <IconButton asChild label="Search" size="lg">
          <Link to={pathTo('search')}>
            <Search size={22} aria-hidden="true" />
          </Link>
        </IconButton>
        <NavigationIcon {...notifications} />
        <OwnMenu />
      </div>
    </header>
  );
}

/** On small screens: six 48 px icons at the bottom, above the phone's gesture area. */
export function BottomBar() {
  return (
    <nav aria-label="Main" className="safe-bottom fixed inset-x-0 bottom-0 z-20 border-line border-t bg-bg">
      <ul className="mx-auto flex max-w-lg px-1 py-1">
        {bottomBar.map((destination) => (
          <li key={destination.to} className="flex flex-1 justify-center">
            <NavigationIcon {...destination} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
