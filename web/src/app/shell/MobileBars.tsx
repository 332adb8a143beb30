import { Link, NavLink } from 'react-router';
import { bottomBar } from '#app/shell/destinations.ts';
import { avatarUrls } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Logo } from '#ui/logo/Logo.tsx';

/** Below 768 px: the brand, and the picture that leads to one's profile. */
export function MobileHeader() {
  const user = useCurrentUser();
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center justify-between border-line border-b bg-bg px-4 md:hidden">
      <Link to={pathTo('feed')} aria-label="Hubbub, home" className="rounded-control">
        <Logo size={28} />
      </Link>
      <Link
        to={pathTo('ownProfile')}
        aria-label="Your profile"
        className="-mr-1.5 inline-flex size-12 items-center justify-center rounded-full"
      >
        <Avatar {...avatarUrls(user.profile_path)} size={34} eager />
      </Link>
    </header>
  );
}

/** Below 768 px: six icons of 48 px at the bottom, above the gesture area of the phone. */
export function BottomBar() {
  return (
    <nav aria-label="Main" className="safe-bottom fixed inset-x-0 bottom-0 z-20 border-line border-t bg-bg md:hidden">
      <ul className="mx-auto flex max-w-lg px-1 py-1">
        {bottomBar.map(({ label, to, icon: Icon }) => (
          <li key={to} className="flex flex-1 justify-center">
            <NavLink
              to={to}
              aria-label={label}
              className="inline-flex size-12 items-center justify-center rounded-control text-muted transition-colors aria-[current=page]:bg-raised aria-[current=page]:text-accent-text"
            >
              <Icon size={24} aria-hidden="true" />
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
