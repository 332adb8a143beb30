import type { SettingType } from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import type { NotificationType } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import {
  ArrowBigUp,
  AtSign,
  BadgeCheck,
  Ban,
  EyeOff,
  Flag,
  Gavel,
  type LucideIcon,
  MailPlus,
  Megaphone,
  MessageCircle,
  Newspaper,
  Reply,
  ShieldAlert,
  SmilePlus,
  TriangleAlert,
  UserPlus,
} from 'lucide-react';

/** What each type of notification is called in the settings, and its sign in the list. */
export const types: Readonly<Record<NotificationType, { label: string; Icon: LucideIcon }>> = {
  comment: { label: 'Comments on your posts', Icon: MessageCircle },
  reply: { label: 'Replies to your comments', Icon: Reply },
  mention: { label: 'Mentions of you', Icon: AtSign },
  vote: { label: 'Likes on your posts', Icon: ArrowBigUp },
  reaction: { label: 'Reactions to what you write', Icon: SmilePlus },
  follow: { label: 'New followers', Icon: UserPlus },
  community_post: { label: 'New posts in your communities', Icon: Newspaper },
  announcement: { label: 'Announcements by the team', Icon: Megaphone },
  invite: { label: 'People who join with your invite', Icon: MailPlus },
  role: { label: 'Roles you get in communities', Icon: BadgeCheck },
  warning: { label: 'Warnings from moderators', Icon: TriangleAlert },
  removed: { label: 'Things of yours that moderators remove', Icon: EyeOff },
  banned: { label: 'Bans from communities', Icon: Ban },
  report_decided: { label: 'Decisions on your reports', Icon: Flag },
  report: { label: 'Reports waiting for you', Icon: Flag },
  appeal: { label: 'Appeals waiting for you', Icon: Gavel },
  security: { label: 'New log-ins and changes to how you log in', Icon: ShieldAlert },
};

/** What a type is called in the settings. */
export function typeLabel(type: SettingType): string {
  if (type === 'message') return 'Messages';
  return type === 'call' ? 'Calls' : types[type].label;
}
