import type {
  DecisionAction,
  OwnDecision,
  Report,
  ReportKind,
  ReportReason,
} from '@hubbub/contract/features/moderation/moderation.endpoints.ts';

/** The reasons to report something, in the order in which they're offered. */
export const reasons: readonly { value: ReportReason; label: string; hint: string }[] = [
  { value: 'spam', label: 'Spam', hint: 'Ads, scams or the same thing over and over' },
  { value: 'harassment', label: 'Harassment', hint: 'Insults, threats or bullying' },
  { value: 'hate', label: 'Hate', hint: 'Attacks on people for who they are' },
  { value: 'violence', label: 'Violence', hint: 'Threats of violence, or graphic images of it' },
  { value: 'sexual', label: 'Sexual content', hint: "Nudity or sexual content that doesn't belong here" },
  { value: 'self_harm', label: 'Self-harm', hint: 'Someone may be about to hurt themselves' },
  { value: 'illegal', label: 'Illegal content', hint: 'Something the law forbids' },
  { value: 'other', label: 'Something else', hint: "Tell us what's wrong" },
];

export const reasonLabel = (reason: ReportReason): string =>
  reasons.find(({ value }) => value === reason)?.label ?? reason;

const nouns: Record<ReportKind, string> = {
  post: 'post',
  comment: 'comment',
  message: 'message',
  user: 'profile',
  community: 'community',
};

export const nounOf = (kind: ReportKind): string => nouns[kind];

/** Words of a rule that say which reason to report it covers. */
const signs: Record<ReportReason, readonly string[]> = {
  spam: ['spam', 'advert', 'promot', 'scam'],
  harassment: ['harass', 'bull', 'insult', 'threat', 'kind', 'respect', 'nice'],
  hate: ['hate', 'discriminat', 'racis', 'respect'],
  violence: ['violen', 'threat'],
  sexual: ['sexual', 'nud', 'porn', 'explicit'],
  self_harm: ['self-harm', 'suicid', 'help'],
  illegal: ['illegal', 'law', 'copyright'],
  other: [],
};

/** The number of the rule that something reported for a reason may break; null if none stands out. */
export function likelyRule(reason: ReportReason, rules: readonly string[]): number | null {
  const index = signs[reason].reduce(
    (found, sign) => (found >= 0 ? found : rules.findIndex((rule) => rule.toLowerCase().includes(sign))),
    -1,
  );
  return index < 0 ? null : index + 1;
}

/** A decision's button, its key, and what it does. */
export const actions: Record<DecisionAction, { label: string; key: string; danger: boolean; done: string }> = {
  dismiss: { label: 'Dismiss', key: 'd', danger: false, done: 'Dismissed' },
  remove: { label: 'Remove', key: 'r', danger: true, done: 'Removed' },
  warn: { label: 'Warn', key: 'w', danger: false, done: 'Warned' },
  ban: { label: 'Ban', key: 'b', danger: true, done: 'Banned' },
  suspend: { label: 'Suspend', key: 's', danger: true, done: 'Suspended' },
};

/** What's sent to the person, next to the rule, unless the moderator writes something else. */
export function proposedText(action: DecisionAction, reason: ReportReason, rule: string | null): string {
  if (action === 'dismiss') return '';
  return rule === null ? `It was reported for: ${reasonLabel(reason).toLowerCase()}.` : 'It breaks one of our rules.';
}

/** Lengths of a ban or suspension; undefined: for good. */
export const lengths: readonly { label: string; days: number | undefined }[] = [
  { label: '1 day', days: 1 },
  { label: '1 week', days: 7 },
  { label: '1 month', days: 30 },
  { label: 'No end', days: undefined },
];

/** What a decision did, as the person it's about reads it. */
export function headlineOf({
  action,
  subject,
  community_handle,
}: Pick<OwnDecision, 'action' | 'subject' | 'community_handle'>): string {
  const noun = subject.kind === null || subject.kind === 'user' ? 'account' : nounOf(subject.kind);
  switch (action) {
    case 'remove':
      return `Your ${noun} was removed`;
    case 'warn':
      return subject.kind === null || subject.kind === 'user'
        ? 'You got a warning'
        : `You got a warning about your ${noun}`;
    case 'ban':
      return `You were banned from ${community_handle === null ? 'a community' : `@${community_handle}`}`;
    case 'suspend':
      return 'Your account was suspended';
    case 'dismiss':
      return 'A report about you was dismissed';
  }
}

/** What has become of a decision, if it isn't simply in force. */
export function outcomeOf({ state, appeal }: Pick<OwnDecision, 'state' | 'appeal'>): string | null {
  if (state === 'overturned') return 'Overturned after your appeal';
  if (state === 'lifted') return 'Lifted';
  if (appeal?.state === 'open') return "You appealed. You'll find the answer here, or in your email.";
  if (appeal?.state === 'upheld') return 'Your appeal was turned down';
  return null;
}

/** A person's history in a few words. */
export function historyText({ warnings, removals, bans, suspensions }: Report['history']): string {
  const count = (number: number, one: string) => (number === 0 ? [] : [`${number} ${one}${number === 1 ? '' : 's'}`]);
  const parts = [
    ...count(warnings, 'warning'),
    ...count(removals, 'removal'),
    ...count(bans, 'ban'),
    ...count(suspensions, 'suspension'),
  ];
  return parts.length === 0 ? 'No earlier decisions' : `Earlier: ${parts.join(', ')}`;
}
