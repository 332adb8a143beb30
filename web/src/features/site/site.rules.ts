import type { Site, SitePage } from '@hubbub/contract/features/site/site.shapes.ts';

export type Registration = Site['registration'];

/** The registration policies, as hosts read them. */
export const policies: readonly { value: Registration; label: string; hint: string }[] = [
  { value: 'open', label: 'Everyone', hint: 'Anyone who finds this site can register.' },
  {
    value: 'invitation',
    label: 'People with an invite',
    hint: 'You decide who gets one and how many people it lets in.',
  },
  { value: 'approval', label: 'People you accept', hint: 'Anyone can ask to join. Your team decides.' },
  { value: 'closed', label: 'Nobody', hint: 'Only invites made by an admin still work.' },
];

/** Rules to start from; hosts edit them. */
export const proposedRules: readonly string[] = [
  'Be kind. Disagree with ideas, not with people, and leave insults, threats and hate out of it.',
  'Respect privacy. Share pictures, messages and details of other people only if they agree.',
  'Keep it honest. No spam, no scams, and no pretending to be somebody else.',
];

/** The pages a site may write, as people read their names. */
export const sitePageTitles: Readonly<Record<SitePage, string>> = { imprint: 'Imprint', privacy: 'Privacy policy' };

/** The roles on the site's team, as those who give them read them. */
export const roleChoices = [
  { value: 'owner', label: 'Owner', hint: 'Runs the site and chooses the whole team.' },
  { value: 'admin', label: 'Admin', hint: 'Manages the site and its people, and chooses moderators.' },
  { value: 'moderator', label: 'Moderator', hint: 'Handles reports, appeals and requests, and can suspend people.' },
  { value: 'none', label: 'No role', hint: 'A member like everybody else.' },
] as const;

/** What someone without an account reads at log-in, unless it's a site that's open like any other. */
export function howToJoin(site: Pick<Site, 'registration' | 'first_account_owns'>): string | undefined {
  if (site.first_account_owns === true) return 'This site is new: whoever signs up first owns it.';
  switch (site.registration) {
    case 'invitation':
      return "You need an invite to join. Ask someone who's already here.";
    case 'approval':
      return 'The team looks at every registration before you can log in.';
    case 'closed':
      return 'Registration is closed.';
    default:
      return undefined;
  }
}

/** A language's name in English; its code if it has none. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** The languages that most people write in (ISO 639-1, and the scripts and regions that matter). Any other code can be set by the API. */
const languageCodes =
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu ha he hi hr hu hy id ig is it ja ka kk km kn ko ku ky lb lo lt lv mg mk ml mn mr ms mt my nb ne nl nn or pa pl ps pt pt-BR ro ru rw si sk sl so sq sr sv sw ta te tg th ti tk tr uk ur uz vi wo xh yo zh-Hans zh-Hant zu'.split(
    ' ',
  );

/** Language codes to choose from, by their names. */
export const offeredLanguages = (): string[] =>
  languageCodes.toSorted((one, other) => languageName(one).localeCompare(languageName(other)));

/** The post that a link, or an id, leads to. */
export function postIdIn(text: string): string | undefined {
  return /(?:^|\/posts\/)([0-9a-f]{8}-[0-9a-f-]{27})\b/i.exec(text.trim())?.[1];
}

export const peopleText = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString()} people`);

/** How far a list of people is that's being added. */
export const addingText = (done: number, total: number) =>
  `Adding ${done === 0 ? '' : `${done.toLocaleString()} of `}${peopleText(total)}. All are added, or none.`;

/** A count rounded down to a quarter of the total, for screen readers, which would read each step aloud. */
export const quarters = (done: number, total: number) => Math.floor((Math.floor((done * 4) / total) * total) / 4);

const units = ['KB', 'MB', 'GB', 'TB'] as const;

/** Bytes as people read them: "1.4 GB". */
export function inBytes(bytes: number): string {
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = value < 10 && value > 0 ? 1 : 0;
  return `${value.toLocaleString(undefined, { maximumFractionDigits: digits })} ${units[unit]}`;
}

/** What a contact leads to: a mailbox or a page. Undefined: it's only text. */
export function contactLink(contact: string): string | undefined {
  if (/^https?:\/\/\S+$/i.test(contact)) return contact;
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(contact) ? `mailto:${contact}` : undefined;
}

const settingNames: Record<string, string> = {
  name: 'the name',
  description: 'the description',
  rules: 'the rules',
  registration: 'who may register',
  logo_path: 'the logo',
  contact: 'the contact',
  languages: 'the languages',
  email_domains: 'the email domains',
  member_invites: 'whether members can invite people',
  default_messages_from: 'who can message new members',
  default_read_marks: "whether new members show what they've read",
  default_presence: "whether new members show when they're online",
  first_steps_at: 'the first steps',
  imprint: 'the imprint',
  privacy: 'the privacy policy',
  rules_tick: 'whether people accept the rules when they join',
  previews: 'whether notifications on devices say who wrote what',
};

/** Actions whose sentence needs nothing but the subject. */
const sentences: Record<string, string> = {
  'owner.named': 'gave the owner role to',
  'announcement.made': 'announced',
  'announcement.removed': 'removed the announcement of',
  'invite.created': 'made an invite',
  'invite.withdrawn': 'withdrew an invite',
  'password.reset': 'reset the password for',
  'sessions.ended': 'logged out',
  'person.deleted': 'deleted',
  'person.exported': 'downloaded the data of',
  'codes.removed': 'turned off the one-time codes of',
  'request.accepted': 'accepted',
  'request.refused': 'refused',
  member_removed: 'ended the community membership of',
  'decision.dismiss': 'dismissed a report about',
  'decision.remove': 'removed something by',
  'decision.warn': 'warned',
  'decision.suspend': 'suspended',
  'decision.ban': 'issued a community ban against',
  'decision.upheld': 'upheld a decision about',
  'decision.overturned': 'overturned a decision about',
  'decision.lifted': 'lifted a decision about',
};

/** An entry of the audit log as the end of a sentence that begins with who did it; its subject follows. */
export function auditSentence({ action, text }: { action: string; text: string | null }): string {
  switch (action) {
    case 'role.changed':
      return text === 'none' || text === null ? 'removed the role of' : `gave the ${text} role to`;
    case 'person.changed':
      return `changed the ${(text ?? 'account').replace(/, (?=[^,]*$)/, ' and ')} of`;
    case 'people.added':
      return text === '1' ? 'added a person' : `added ${text} people`;
    case 'site.changed':
      return `changed ${(text ?? '')
        .split(', ')
        .map((name) => settingNames[name] ?? name)
        .join(', ')}`;
    default:
      return sentences[action] ?? action.replaceAll(/[.-]/g, ' ');
  }
}

/** Whether the sentence says everything: an invite has no name. */
export const hasNamelessSubject = (subject: { kind: string } | null): boolean => subject?.kind === 'invite';
