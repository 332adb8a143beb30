import type { DecisionAction } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { pages } from '@hubbub/contract/platform/pages.ts';
import { dayFormat } from '#platform/clock/formats.ts';
import type { MailContent } from '#platform/mail/mail-content.ts';

/** The facts of a decision for its mail. */
export interface DecisionNotice {
  action: Exclude<DecisionAction, 'dismiss'>;
  /** The kind of thing it's about, such as `post`; null for the person as such. */
  noun: string | null;
  text: string;
  ruleText: string | null;
  until: Date | null;
  /** The community's handle. */
  community: string | null;
  /** The link to appeal without logging in. */
  token: string | null;
}

const headings = {
  remove: ({ noun }: DecisionNotice) => `We removed your ${noun ?? 'message'}`,
  warn: () => 'A warning from the moderators',
  ban: ({ community }: DecisionNotice) =>
    `You were banned from ${community === null ? 'a community' : `@${community}`}`,
  suspend: () => 'Your account was suspended',
} as const;

const effects = {
  remove: () => 'Other people can no longer see it. You still can, along with the reason.',
  warn: () => "Nothing was removed. Please keep to the site's rules.",
  ban: ({ until }: DecisionNotice) =>
    until === null ? "You can't come back to it." : `You can come back after ${dayFormat.format(until)} (UTC).`,
  suspend: ({ until }: DecisionNotice) =>
    until === null ? "You can't log in anymore." : `You can log in again after ${dayFormat.format(until)} (UTC).`,
} as const;

const quoted = (text: string) => `“${text}”`;

/** Notifies someone of a decision about them, and how to appeal. */
export function decisionMail(username: string, decision: DecisionNotice): MailContent {
  const heading = headings[decision.action](decision);
  const { token } = decision;
  return {
    kind: 'decision',
    subject: heading,
    preview: decision.text,
    heading,
    paragraphs: [
      `This is about your account ${username}. ${effects[decision.action](decision)}`,
      ...(decision.text === '' ? [] : [`The moderators wrote: ${quoted(decision.text)}`]),
      ...(decision.ruleText === null ? [] : [`The rule: ${quoted(decision.ruleText)}`]),
      'If you think this is a mistake, you can appeal once. Someone else from the team will look at it if possible.',
    ],
    button: {
      label: 'See the decision',
      path: token === null ? pages.decisions.path : `${pages.appeal.path}?token=${encodeURIComponent(token)}`,
    },
    ...(token === null ? {} : { note: 'This link works for 30 days. Log in to get a new one.' }),
  };
}

const outcomes = {
  overturned: {
    heading: 'Your appeal was successful',
    summary: (username: string) =>
      `The decision about your account ${username} was overturned, and everything it changed is as it was before.`,
  },
  upheld: {
    heading: 'Your appeal was turned down',
    summary: (username: string) => `The decision about your account ${username} stands. You can't appeal it again.`,
  },
  // The decision was undone before anybody judged the appeal.
  lifted: {
    heading: 'Your appeal is closed',
    summary: (username: string) => `A decision about your account ${username} was lifted or replaced.`,
  },
} as const;

/** Notifies someone of the outcome of their appeal. */
export function answerMail(
  username: string,
  { outcome, text }: { outcome: keyof typeof outcomes; text: string },
): MailContent {
  const { heading, summary } = outcomes[outcome];
  return {
    kind: 'appeal answered',
    subject: heading,
    preview: text,
    heading,
    paragraphs: [summary(username), ...(outcome === 'lifted' ? [text] : [`The moderators wrote: ${quoted(text)}`])],
    button: { label: 'See the decision', path: pages.decisions.path },
  };
}

/** Notifies someone of the decision about their report, without naming anybody. */
export function reportMail(noun: string, isDismissed: boolean): MailContent {
  return {
    kind: 'report decided',
    subject: 'We looked at your report',
    preview: isDismissed ? "We didn't find that it breaks the rules." : 'We took action.',
    heading: 'We looked at your report',
    paragraphs: [
      isDismissed
        ? `Thank you for reporting a ${noun}. We looked at it and didn't find that it breaks the rules. You can still block or mute the person.`
        : `Thank you for reporting a ${noun}. We looked at it, found that it breaks the rules, and took action.`,
    ],
    note: "We don't tell anybody who reported them.",
  };
}
