import type { User } from '@hubbub/contract/platform/shapes.ts';
import {
  Bell,
  Bookmark,
  Home,
  type LucideIcon,
  MessageCircle,
  Settings,
  ShieldCheck,
  SquarePen,
  UsersRound,
  Video,
} from 'lucide-react';
import { pathTo } from '#platform/paths.ts';

export interface Destination {
  label: string;
  to: string;
  icon: LucideIcon;
}

const home: Destination = { label: 'Home', to: pathTo('feed'), icon: Home };
const communities: Destination = { label: 'Communities', to: pathTo('communities'), icon: UsersRound };
const messages: Destination = { label: 'Messages', to: pathTo('chat'), icon: MessageCircle };
export const notifications: Destination = { label: 'Notifications', to: pathTo('notifications'), icon: Bell };
const video: Destination = { label: 'Video Conference', to: pathTo('videoConference'), icon: Video };
export const saved: Destination = { label: 'Saved', to: pathTo('bookmarks'), icon: Bookmark };
export const newPost: Destination = { label: 'Post', to: pathTo('postUpload'), icon: SquarePen };
export const settings: Destination = { label: 'Settings', to: pathTo('settings'), icon: Settings };

export const site: Destination = { label: 'Site', to: pathTo('site'), icon: ShieldCheck };

/** The menu of the left sidebar. The site's team also gets to its page. */
export const menuFor = (role: User['site_role']): readonly Destination[] => {
  const everybodys = [home, communities, messages, notifications, video, saved];
  return role ? [...everybodys, site] : everybodys;
};

/** The bottom bar on small screens, in order. */
export const bottomBar: readonly Destination[] = [home, messages, video, communities, newPost, settings];
