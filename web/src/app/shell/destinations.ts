import { Home, type LucideIcon, MessageCircle, Settings, SquarePen, UsersRound, Video } from 'lucide-react';
import { pathTo } from '#platform/paths.ts';

export interface Destination {
  label: string;
  to: string;
  icon: LucideIcon;
}

const home: Destination = { label: 'Home', to: pathTo('feed'), icon: Home };
const communities: Destination = { label: 'Communities', to: pathTo('communities'), icon: UsersRound };
const messages: Destination = { label: 'Messages', to: pathTo('chat'), icon: MessageCircle };
const video: Destination = { label: 'Video Conference', to: pathTo('videoConference'), icon: Video };
export const newPost: Destination = { label: 'Post', to: pathTo('postUpload'), icon: SquarePen };
export const settings: Destination = { label: 'Settings', to: pathTo('settings'), icon: Settings };

/** Section 2, home feed: the menu of the left sidebar. */
export const menu: readonly Destination[] = [home, communities, messages, video];

/** Section 2, home feed: the bottom bar on small screens, in order. */
export const bottomBar: readonly Destination[] = [home, messages, video, communities, newPost, settings];
