import {
  Ban,
  ChevronRight,
  Info,
  KeyRound,
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
          <li>
            <Link to={pathTo('site')} className={itemClasses}>
              <SettingsItem icon={ShieldCheck}>Run the site</SettingsItem>
              <ChevronRight size={18} aria-hidden="true" className="text-muted" />
            </Link>
          </li>
        )}
        <li>
          <Link to={pathTo('updateProfile')} className={itemClasses}>
            <SettingsItem icon={UserPen}>Update Profile</SettingsItem>
            <ChevronRight size={18} aria-hidden="true" className="text-muted" />
          </Link>
        </li>
        <li>
          <Link to={pathTo('changePassword')} className={itemClasses}>
            <SettingsItem icon={KeyRound}>Change Password</SettingsItem>
            <ChevronRight size={18} aria-hidden="true" className="text-muted" />
          </Link>
        </li>
        <li>
          <Link to={pathTo('decisions')} className={itemClasses}>
            <SettingsItem icon={Scale}>Moderation Decisions</SettingsItem>
            <ChevronRight size={18} aria-hidden="true" className="text-muted" />
          </Link>
        </li>
        <li>
          <Link to={pathTo('blocked')} className={itemClasses}>
            <SettingsItem icon={Ban}>Blocked and Muted</SettingsItem>
            <ChevronRight size={18} aria-hidden="true" className="text-muted" />
          </Link>
        </li>
        <li>
          <Link to={pathTo('about')} className={itemClasses}>
            <SettingsItem icon={Info}>About Us</SettingsItem>
            <ChevronRight size={18} aria-hidden="true" className="text-muted" />
          </Link>
        </li>
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
