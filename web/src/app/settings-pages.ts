import {
  Bell,
  Database,
  Eye,
  Info,
  KeyRound,
  LockKeyhole,
  type LucideIcon,
  Palette,
  UserPen,
  UserRoundCog,
} from 'lucide-react';
import { pathTo } from '#platform/paths.ts';

/** A page of the settings. */
export interface SettingsEntry {
  label: string;
  /** What's on it, in one line. */
  hint: string;
  to: string;
  icon: LucideIcon;
  /** The pages below it: it stays marked while one of them is open. */
  below?: readonly string[];
  /** Its name on the settings screen, which links to it even where the navigation is beside it. */
  listedAs?: string;
  /** Only on the settings screen: a page below one of the others that the screen links to. */
  onlyListed?: true;
}

/** Every page of the settings, in the order of their navigation. To add one, add a row. */
export const settingsPages: readonly SettingsEntry[] = [
  {
    label: 'Profile',
    listedAs: 'Update Profile',
    hint: 'Your name, picture and bio',
    to: pathTo('updateProfile'),
    icon: UserPen,
  },
  {
    label: 'Account',
    hint: 'Email, old usernames and moderation decisions',
    to: pathTo('accountSettings'),
    icon: UserRoundCog,
    below: [pathTo('decisions')],
  },
  {
    label: 'Change Password',
    listedAs: 'Change Password',
    hint: 'Logs out your other devices',
    to: pathTo('changePassword'),
    icon: KeyRound,
    onlyListed: true,
  },
  {
    label: 'Security',
    hint: 'Devices, one-time codes and recent activity',
    to: pathTo('security'),
    icon: LockKeyhole,
    below: [pathTo('changePassword')],
  },
  {
    label: 'Notifications',
    hint: 'What you hear about, and how',
    to: pathTo('notificationSettings'),
    icon: Bell,
  },
  {
    label: 'Privacy',
    hint: 'Who can message you, and who you block or mute',
    to: pathTo('privacySettings'),
    icon: Eye,
    below: [pathTo('blocked')],
  },
  {
    label: 'Appearance and language',
    hint: 'Colors, and what language you see',
    to: pathTo('appearance'),
    icon: Palette,
  },
  { label: 'Your data', hint: "What's kept about you, and how to delete it", to: pathTo('yourData'), icon: Database },
  {
    label: 'About',
    listedAs: 'About Us',
    hint: 'This site, its rules and who runs it',
    to: pathTo('about'),
    icon: Info,
  },
];
