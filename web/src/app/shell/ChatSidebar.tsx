import { LogOut } from 'lucide-react';
import { Link } from 'react-router';
import { menuFor } from '#app/shell/destinations.ts';
import { NavigationIcon } from '#app/shell/NavigationIcon.tsx';
import { useLogOut } from '#features/accounts/public.ts';
import { avatarUrls } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { Tooltip } from '#ui/tooltip/Tooltip.tsx';

/** From 769 px, the person's picture, which links to their profile, the menu as icons, and log-out. */
export function ChatSidebar() {
  const user = useCurrentUser();
  const logOut = useLogOut();
  return (
    <nav
      aria-label="Main"
      className="flex h-full w-18 flex-col items-center gap-2 overflow-y-auto border-line border-r px-3 py-4 [@media(max-height:30rem)]:gap-0"
    >
      <Tooltip text="Your profile" side="right">
        <Link
          to={pathTo('profile', { username: user.username })}
          aria-label="Your profile"
          className="mb-3 inline-flex size-12 shrink-0 items-center justify-center rounded-full"
        >
          <Avatar {...avatarUrls(user.profile_path)} size={44} eager />
        </Link>
      </Tooltip>
      {menuFor(user.site_role).map((destination) => (
        <Tooltip key={destination.to} text={destination.label} side="right">
          <NavigationIcon {...destination} />
        </Tooltip>
      ))}
      <div className="mt-auto">
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
