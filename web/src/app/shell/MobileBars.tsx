import { Link } from 'react-router';
import { bottomBar, notifications } from '#app/shell/destinations.ts';
import { NavigationIcon } from '#app/shell/NavigationIcon.tsx';
import { avatarUrls } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { cx } from '#ui/cx.ts';
import { Logo } from '#ui/logo/Logo.tsx';

/** Below 768 px: the logo, the notifications, and the picture that links to the person's profile. */
export function MobileHeader() {
  const user = useCurrentUser();
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center justify-between border-line border-b bg-bg px-4 md:hidden">
      <Link to={pathTo('feed')} aria-label="Hubbub, home" className="flex rounded-control">
        <Logo size={28} />
      </Link>
      <div className="-mr-1.5 flex items-center gap-1">
        <NavigationIcon {...notifications} />
        <Link
          to={pathTo('ownProfile')}
          aria-label="Your profile"
          className="inline-flex size-12 items-center justify-center rounded-full"
        >
          <Avatar {...avatarUrls(user.profile_path)} size={34} eager />
        </Link>
      </div>
    </header>
  );
}

interface BottomBarProps {
  /** Includes 768 px itself, for a page whose columns start above it. */
  upTo768?: boolean;
}

/** Below 768 px: six 48 px icons at the bottom, above the phone's gesture area. */
export function BottomBar({ upTo768 = false }: BottomBarProps) {
  return (
    <nav
      aria-label="Main"
      className={cx(
        'safe-bottom fixed inset-x-0 bottom-0 z-20 border-line border-t bg-bg',
        upTo768 ? 'min-[769px]:hidden' : 'md:hidden',
      )}
    >
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
