import { z } from 'zod';
import { asciiDomain } from '../../platform/emails.ts';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';

/** Who may register: anybody, people with an invite, people the team accepts, or nobody. */
export const registrationPolicy = z.enum(['open', 'invitation', 'approval', 'closed']);
export type RegistrationPolicy = z.output<typeof registrationPolicy>;

/** Who can send people messages, until they choose for themselves. */
export const messagesFrom = z.enum(['everyone', 'known', 'nobody']);
export type MessagesFrom = z.output<typeof messagesFrom>;

/** Who in the team needs a second factor: nobody, owners and admins, or the whole team. */
export const secondFactorPolicy = z.enum(['nobody', 'admins', 'team']);
export type SecondFactorPolicy = z.output<typeof secondFactorPolicy>;

/** Pages of the site's own, in Markdown, which it may have. */
export const sitePages = ['imprint', 'privacy'] as const;
export type SitePage = (typeof sitePages)[number];

/**
 * A place where some of the data is stored or sent, in words. `services`: the domains of its operators; empty if that's
 * the site itself.
 */
export const dataLocation = z.object({
  kind: z.enum(['server', 'database', 'files', 'mail', 'push', 'calls', 'assistant', 'links', 'traces']),
  title: z.string(),
  text: z.string(),
  services: z.array(z.string()),
});
export type DataLocation = z.output<typeof dataLocation>;

/** A post pinned above the feed Everyone. */
export const announcement = z.object({
  announcement_id: shapes.id,
  post_id: shapes.id,
  until: shapes.time.nullable(),
});
export type Announcement = z.output<typeof announcement>;

/**
 * The site as everybody sees it. With a session it includes the announcement, unless the caller dismissed it; for
 * admins also the fields that follow.
 */
export const site = z
  .object({
    name: z.string(),
    description: z.string(),
    rules: z.array(z.string()),
    registration: registrationPolicy,
    logo_path: z.string().nullable(),
    contact: z.string(),
    languages: z.array(z.string()),
    /** The pages that the site has. */
    pages: z.array(z.enum(sitePages)),
    /** Whether new members have to accept the rules. */
    rules_tick: z.boolean(),
    /** Whether pushes may include senders and texts; if off, no push does. */
    previews: z.boolean(),
    /** Its owners and admins, in this order. */
    run_by: z.array(shapes.author),
    /**
     * Without a session, on a new site that only its own machine can reach: the next person to register becomes its
     * owner.
     */
    first_account_owns: z.boolean().optional(),
    announcement: announcement.nullable().optional(),
    /** For members: for how many days people can change their mind after deleting their account. */
    deletion_grace_days: z.number().int().optional(),
    /** For members: whether people can call each other, which takes meetings hosted here. */
    calls: z.boolean().optional(),
    /**
     * For team members without the second factor that the site requires: by when they have to set one up, and whether
     * that time is over.
     */
    second_factor_notice: z.object({ due_at: shapes.time, paused: z.boolean() }).optional(),
    email_domains: z.array(z.string()).optional(),
    member_invites: z.boolean().optional(),
    default_messages_from: messagesFrom.optional(),
    /** Whether new members show what they've read and when they're online, until they choose for themselves. */
    default_read_marks: z.boolean().optional(),
    default_presence: z.boolean().optional(),
    second_factor: secondFactorPolicy.optional(),
    /** Whether somebody has finished or closed the first steps. */
    first_steps_done: z.boolean().optional(),
  })
  .meta({ id: 'Site' });
export type Site = z.output<typeof site>;

/** A list; in forms it's JSON text. */
const listOf = <T extends z.ZodType>(item: T, options: { max: number; many: string }) =>
  shapes.fromForm(z.array(item).max(options.max, { error: options.many }));

const { site: bounds } = limits;

const siteName = shapes.plain(
  shapes.text({
    required: 'The site needs a name',
    max: bounds.name.max,
    long: `The site's name should not be more than ${bounds.name.max} characters`,
  }),
  "The site's name",
);

const shortText = (max: number, noun: string) =>
  z.string().refine((value) => [...value].length <= max, {
    error: `${noun} should not be more than ${max} characters`,
  });

const rule = shapes.text({
  required: 'A rule needs a text. Remove it if you no longer need it',
  max: bounds.rules.text,
  long: `A rule should not be more than ${bounds.rules.text} characters`,
});

const domain = z
  .string()
  .transform((value) => asciiDomain(value.trim().replace(/^@/, '').toLowerCase()))
  .refine((value) => value.length <= 253 && /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/.test(value), {
    error: 'Write a domain such as example.org',
  });

const language = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, { error: 'Write a language code such as en or pt-BR' });

/** What admins may change. Fields that are left out stay as they are. */
export const siteChange = z.object({
  name: siteName.optional(),
  description: shortText(bounds.description.max, 'The description').optional(),
  rules: listOf(rule, { max: bounds.rules.max, many: `A site can have ${bounds.rules.max} rules` }).optional(),
  registration: registrationPolicy.optional(),
  contact: shortText(bounds.contact.max, 'The contact').optional(),
  languages: listOf(language, {
    max: bounds.languages.max,
    many: `Choose at most ${bounds.languages.max} languages`,
  }).optional(),
  email_domains: listOf(domain, {
    max: bounds.domains.max,
    many: `Write at most ${bounds.domains.max} domains`,
  }).optional(),
  member_invites: shapes.yesOrNo.optional(),
  default_messages_from: messagesFrom.optional(),
  default_read_marks: shapes.yesOrNo.optional(),
  default_presence: shapes.yesOrNo.optional(),
  second_factor: secondFactorPolicy.optional(),
  first_steps_done: shapes.yesOrNo.optional(),
  imprint: shortText(bounds.pages.max, 'The imprint').optional(),
  privacy: shortText(bounds.pages.max, 'The privacy policy').optional(),
  rules_tick: shapes.yesOrNo.optional(),
  previews: shapes.yesOrNo.optional(),
  /** Brings the default logo back. */
  removed_logo: shapes.yesOrNo.default(false),
});
export type SiteChange = z.output<typeof siteChange>;
