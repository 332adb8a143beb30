import type { NotificationType } from '@hubbub/contract/features/notifications/notifications.shapes.ts';

/** The facts of a notification for its sentence and its link. */
export interface Facts {
  type: NotificationType;
  /** The names of the actors, the latest first, at most three. */
  names: readonly string[];
  /** The number of actors. */
  count: number;
  postId: string | null;
  commentId: string | null;
  /** The room of the message it's about. */
  messageId: number | null;
  channelId: string | null;
  channelName: string | null;
  conversationId: string | null;
  username: string | null;
  communityHandle: string | null;
  communityName: string | null;
  /** For a role, its name; for security, the event. */
  excerpt: string;
  /** Whether the receiver is in the site's team. */
  isOnTeam: boolean;
  /** The subject of a report. */
  reported: Reported | null;
  /** Whether it's about the answer to an appeal, and not about the decision itself. */
  isAnswer: boolean;
}

/** The subject of a report: a thing by somebody, a person, or a community. */
export interface Reported {
  report_id: string;
  kind: 'post' | 'comment' | 'message' | 'user' | 'community';
  /** The name of its author or of the community; null: it's gone. */
  name: string | null;
}

/** "Ana", "Ana and Jonas", "Ana, Jonas and 4 others". */
export function peopleOf(names: readonly string[], count: number): string {
  const [first = 'Someone', second] = names;
  if (count <= 1 || second === undefined) return first;
  if (count === 2) return `${first} and ${second}`;
  return `${first}, ${second} and ${count - 2} ${count === 3 ? 'other' : 'others'}`;
}

/** Sentences by event of the security log. */
const securitySentences: Record<string, string> = {
  new_device: 'Someone logged in to your account on a new device',
  password_changed: 'Your password was changed',
  password_reset: 'Your password was reset',
  disowned: "You ended a session that wasn't yours",
  reset_by_team: "The site's team reset your password",
  ended_by_team: "The site's team logged you out everywhere",
  codes_on: 'You now log in with one-time codes',
  codes_off: 'One-time codes were turned off',
  codes_off_by_team: "The site's team turned your one-time codes off",
  changed_by_team: "The site's team changed your name, username or email",
  deleted_by_team: "The site's team deleted your account, and it was brought back",
  exported_by_team: "The site's team downloaded your data",
  recovery_codes_made: 'New recovery codes were made for your account',
  recovery_code_used: 'One of your recovery codes was used',
  codes_tried: 'Someone who knows your password entered wrong codes',
  data_exported: 'Someone asked for a copy of your data',
  passkey_added: 'A passkey was added to your account',
  passkey_removed: 'A passkey was removed from your account',
  second_factor_asked: 'Your role needs a second factor. Set one up before your team rights pause',
  team_rights_paused: 'Your team rights are paused until you set up a second factor',
  email_changed: 'Your email was changed',
  email_change_undone: 'A change of your email was undone',
};

/** What happened to how somebody logs in. @param event of the security log */
export const securitySentence = (event: string): string =>
  securitySentences[event] ?? 'Something changed in how you log in';

/** Where a mention is. */
export function placeOf({ commentId, messageId, channelName }: Facts): string {
  if (messageId !== null) return channelName === null ? 'a message' : `#${channelName}`;
  return commentId === null ? 'a post' : 'a comment';
}

/** A reported thing, as part of a sentence. */
export function reportedAs({ reported }: Facts): string | undefined {
  if (reported === null) return undefined;
  const { kind, name } = reported;
  if (kind === 'user') return name ?? undefined;
  if (kind === 'community') return name === null ? undefined : `the community ${name}`;
  return name === null ? `a ${kind}` : `a ${kind} by ${name}`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** That something was reported. */
export function reportSentence(facts: Facts): string {
  const where = facts.communityName === null ? '' : ` in ${facts.communityName}`;
  const thing = reportedAs(facts);
  if (thing === undefined) return `A report${where} is waiting for you`;
  return `${facts.reported?.kind === 'user' ? thing : capitalized(thing)} was reported${where}`;
}

/** Where a notification about one person leads; one about several leads to the receiver's own profile. */
export const linkOfPerson = ({ username, count }: Facts) =>
  count > 1 || username === null ? '/profile' : `/profile/${username}`;

/** The path of a room of messages. */
export const linkOfRoom = (room: {
  channelId: string | null;
  conversationId: string | null;
  communityHandle: string | null;
}) =>
  room.channelId === null
    ? `/chat?conversation=${room.conversationId}`
    : `/communities?community=${room.communityHandle}&channel=${room.channelId}`;
