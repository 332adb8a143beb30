import { LogOut } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { menuFor } from '#app/shell/destinations.ts';
import { NavigationIcon } from '#app/shell/NavigationIcon.tsx';
import { useLogOut } from '#features/accounts/public.ts';
import { avatarUrls } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { leaveSession, markLogOutPending, useCurrentUser } from '#platform/session.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { Tooltip } from '#ui/tooltip/Tooltip.tsx';

/** From 769 px, the person's picture, which links to their profile, the menu as icons, and log-out. */
export function ChatSidebar() {
  const user = useCurrentUser();
  const logOut = useLogOut();
  const navigate = useNavigate();
  // Here, a log-out that didn't reach the server also leads to log-in.
  const leave = () => {
    leaveSession();
    markLogOutPending();
    void navigate(pathTo('login'), { replace: true });
  };
  return (
    <nav
      aria-label="Main"
      className="flex h-full w-18 flex-col items-center gap-2 overflow-y-auto border-line border-r px-3 py-4"
    >
      <Tooltip text="Your profile" side="right">
        <Link
          to={pathTo('profile', { username: user.username })}
          aria-label="Your profile"
          className="mb-3 inline-flex size-12 items-center justify-center rounded-full"
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
          onClick={() => logOut.mutate(undefined, { onError: leave })}
          pending={logOut.isPending}
        >
          <LogOut size={22} aria-hidden="true" />
        </IconButton>
      </div>
    </nav>
  );
}
