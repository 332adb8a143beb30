import { pages } from '@hubbub/contract/platform/pages.ts';
import { type MailContent, type MailLink, siteName } from '#platform/mail/mail-content.ts';

/** The contents of a summary. */
export interface Digest {
  how: 'daily' | 'weekly';
  notifications: number;
  conversations: number;
  mentioningChannels: number;
  /** Sentences about what happened, with links, the latest first. */
  sentences: readonly MailLink[];
  unsubscribe: string;
}

const most = 100;
const counted = (count: number, one: string, many: string): string[] => {
  if (count === 0) return [];
  return [`${count >= most ? `${most} or more` : count} ${count === 1 ? one : many}`];
};

const listed = (parts: readonly string[]): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');

/** The mail with a summary. */
export function digestMail(digest: Digest): MailContent {
  const { how, notifications, conversations, mentioningChannels, sentences, unsubscribe } = digest;
  const parts = [
    ...counted(notifications, 'new notification', 'new notifications'),
    ...counted(conversations, 'conversation with unread messages', 'conversations with unread messages'),
    ...counted(mentioningChannels, 'channel that mentions you', 'channels that mention you'),
  ];
  const summary = `You have ${listed(parts)}.`;
  return {
    kind: 'digest',
    subject: `What you missed on ${siteName}`,
    preview: summary,
    heading: 'What you missed',
    paragraphs: [summary, ...sentences.map(({ label, path }) => ({ label: `${label}.`, path }))],
    button: { label: "See what's new", path: notifications > 0 ? pages.notifications.path : pages.chat.path },
    note: `This summary comes ${how === 'daily' ? 'once a day' : 'once a week'}, if there's something in it. You can change that in your settings.`,
    unsubscribe,
  };
}
