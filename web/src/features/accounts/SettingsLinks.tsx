import {
  Ban,
  Bell,
  Bookmark,
  ChevronRight,
  Info,
  KeyRound,
  LockKeyhole,
  LogOut,
  type LucideIcon,
  Scale,
  ShieldCheck,
  Trash2,
  UserPen,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useLogOut } from '#features/accounts/accounts.data.ts';
import { useDeleteAccount } from '#features/accounts/settings.data.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import { Card } from '#ui/card/Card.tsx';
import { cx } from '#ui/cx.ts';
import { Spinner } from '#ui/spinner/Spinner.tsx';

const whatGoes =
  "This can't be undone. We'll delete your profile, posts, comments, votes, pictures and memberships. Messages you sent stay, without your name.";

const itemClasses =
  'flex min-h-14 w-full items-center gap-4 px-5 text-left font-medium transition-colors hover:bg-raised focus-visible:-outline-offset-2 disabled:opacity-60';

function SettingsItem({
  icon: Icon,
  pending = false,
  children,
}: {
  icon: LucideIcon;
  pending?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      {pending ? <Spinner /> : <Icon size={20} aria-hidden="true" className="shrink-0" />}
      <span className="flex-1">{children}</span>
    </>
  );
}

function SettingsLink({ to, icon, children }: { to: string; icon: LucideIcon; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className={itemClasses}>
        <SettingsItem icon={icon}>{children}</SettingsItem>
        <ChevronRight size={18} aria-hidden="true" className="text-muted" />
      </Link>
    </li>
  );
}

/** Section 2, Settings: the links below the form, and for the site's team the one to its page. */
export function SettingsLinks() {
  const { site_role: role = null } = useCurrentUser();
  const logOut = useLogOut();
  const deleteAccount = useDeleteAccount();

  async function askAndDelete(): Promise<void> {
    if (await confirm('Are you sure?', { danger: true, details: whatGoes })) deleteAccount.mutate();
  }

  return (
    <Card className="overflow-hidden">
      <ul className="divide-y divide-line">
        {role !== null && (
          <SettingsLink to={pathTo('site')} icon={ShieldCheck}>
            Run the site
          </SettingsLink>
        )}
        <SettingsLink to={pathTo('bookmarks')} icon={Bookmark}>
          Saved Posts
        </SettingsLink>
        <SettingsLink to={pathTo('updateProfile')} icon={UserPen}>
          Update Profile
        </SettingsLink>
        <SettingsLink to={pathTo('changePassword')} icon={KeyRound}>
          Change Password
        </SettingsLink>
        <SettingsLink to={pathTo('security')} icon={LockKeyhole}>
          Security
        </SettingsLink>
        <SettingsLink to={pathTo('notificationSettings')} icon={Bell}>
          Notifications
        </SettingsLink>
        <SettingsLink to={pathTo('decisions')} icon={Scale}>
          Moderation Decisions
        </SettingsLink>
        <SettingsLink to={pathTo('blocked')} icon={Ban}>
          Blocked and Muted
        </SettingsLink>
        <SettingsLink to={pathTo('about')} icon={Info}>
          About Us
        </SettingsLink>
        <li>
          <button type="button" onClick={() => logOut.mutate()} disabled={logOut.isPending} className={itemClasses}>
            <SettingsItem icon={LogOut} pending={logOut.isPending}>
              Log Out
            </SettingsItem>
          </button>
        </li>
        <li>
          <button
            type="button"
            onClick={() => void askAndDelete()}
            disabled={deleteAccount.isPending}
            className={cx(itemClasses, 'text-danger-text')}
          >
            <SettingsItem icon={Trash2} pending={deleteAccount.isPending}>
              Delete Account
            </SettingsItem>
          </button>
        </li>
      </ul>
    </Card>
  );
}
