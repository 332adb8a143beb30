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

/** Where a mention is. */
function placeOf({ commentId, messageId, channelName }: Facts): string {
  if (messageId !== null) return channelName === null ? 'a message' : `#${channelName}`;
  return commentId === null ? 'a post' : 'a comment';
}

/** A reported thing, as part of a sentence. */
function reportedAs({ reported }: Facts): string | undefined {
  if (reported === null) return undefined;
  const { kind, name } = reported;
  if (kind === 'user') return name ?? undefined;
  if (kind === 'community') return name === null ? undefined : `the community ${name}`;
  return name === null ? `a ${kind}` : `a ${kind} by ${name}`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function reportSentence(facts: Facts): string {
  const where = facts.communityName === null ? '' : ` in ${facts.communityName}`;
  const thing = reportedAs(facts);
  if (thing === undefined) return `A report${where} is waiting for you`;
  return `${facts.reported?.kind === 'user' ? thing : capitalized(thing)} was reported${where}`;
}

const sentences: Record<NotificationType, (people: string, facts: Facts) => string> = {
  comment: (people) => `${people} commented on your post`,
  reply: (people) => `${people} replied to your comment`,
  mention: (people, facts) => `${people} mentioned you in ${placeOf(facts)}`,
  vote: (people) => `${people} liked your post`,
  reaction: (people, { messageId }) => `${people} reacted to your ${messageId === null ? 'comment' : 'message'}`,
  follow: (people) => `${people} followed you`,
  community_post: (people, { communityName }) => `${people} posted in ${communityName ?? 'a community'}`,
  announcement: () => "The site's team announced something",
  invite: (people) => `${people} joined with your invite`,
  role: (_, { communityName, excerpt }) => `You now have the ${excerpt} role in ${communityName ?? 'a community'}`,
  warning: () => 'The moderators sent you a warning',
  removed: () => 'The moderators removed something you wrote',
  banned: (_, { communityName }) => `You were banned from ${communityName ?? 'a community'}`,
  report_decided: (_, facts) => {
    const thing = reportedAs(facts);
    return thing === undefined ? 'We looked at your report' : `We looked at your report of ${thing}`;
  },
  report: (_, facts) => reportSentence(facts),
  appeal: () => 'An appeal is waiting for you',
  security: (_, { excerpt }) => securitySentences[excerpt] ?? 'Something changed in how you log in',
};

/** What happened, as a sentence. */
export const sentenceOf = (facts: Facts): string => sentences[facts.type](peopleOf(facts.names, facts.count), facts);

const post = ({ postId }: Facts) => `/posts/${postId}`;
const commentOrPost = (facts: Facts) =>
  facts.commentId === null ? post(facts) : `${post(facts)}?comment=${facts.commentId}`;
const person = ({ username, count }: Facts) => (count > 1 || username === null ? '/profile' : `/profile/${username}`);
/** The path of a room of messages. */
export const linkOfRoom = (room: {
  channelId: string | null;
  conversationId: string | null;
  communityHandle: string | null;
}) =>
  room.channelId === null
    ? `/chat?conversation=${room.conversationId}`
    : `/communities?community=${room.communityHandle}&channel=${room.channelId}`;
const messageOrPost = (facts: Facts) => (facts.messageId === null ? commentOrPost(facts) : linkOfRoom(facts));
const decisions = () => '/decisions';

const links: Record<NotificationType, (facts: Facts) => string> = {
  comment: commentOrPost,
  reply: commentOrPost,
  mention: messageOrPost,
  vote: post,
  reaction: messageOrPost,
  follow: person,
  community_post: post,
  announcement: post,
  invite: person,
  role: ({ communityHandle }) => `/communities?community=${communityHandle}`,
  warning: decisions,
  removed: decisions,
  banned: decisions,
  report_decided: () => '/notifications',
  report: ({ isOnTeam, communityHandle, reported }) => {
    const queue = isOnTeam || communityHandle === null ? '/site/reports' : `/community/${communityHandle}/settings`;
    return reported === null ? queue : `${queue}?report=${reported.report_id}`;
  },
  appeal: () => '/site/appeals',
  security: () => '/settings/security',
};

/** The path that a notification opens. */
export const linkOf = (facts: Facts): string => links[facts.type](facts);
