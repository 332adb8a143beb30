import { z } from 'zod';
import { isEmail, toAsciiDomain } from './emails.ts';
import { codePoints, limits } from './limits.ts';
import { messages } from './messages.ts';
import { nameFault, personNameFault } from './names.ts';

/** Whether the database can store a text: it has no U+0000. */
export const isStorable = (text: string): boolean => !text.includes('\0');

/** An opaque id: not empty, safe in a URL path. */
export const id = z.string().min(1).meta({ id: 'Id', description: 'Opaque, safe in a URL path' });

/** Identifies one attempt to write something. The client creates it, so that a retry stores nothing twice. */
export const clientId = z
  .string()
  .min(1, { error: 'client_id should not be empty' })
  .max(64, { error: 'client_id should not be more than 64 characters' })
  .optional();

/** ISO 8601 in UTC with milliseconds. */
export const time = z.string().meta({ description: 'ISO 8601, UTC, milliseconds' });

/** `{}`: every success without content. */
export const empty = z.object({}).meta({ id: 'Empty' });

/** The author of something. */
export const author = z
  .object({ username: z.string(), name: z.string().nullable(), profile_path: z.string() })
  .meta({ id: 'Author' });
export type Author = z.output<typeof author>;

/** Always empty, because it's never collected: existing clients call a string method on it. */
export const mobileNumber = z.literal('');

/** A role on the site, from the highest to the lowest. Most people have none. */
export const siteRole = z.enum(['owner', 'admin', 'moderator']);
export type SiteRole = z.output<typeof siteRole>;

/** A person. `email`, `show_nsfw` and `site_role` only for the caller. */
export const user = z
  .object({
    user_id: id,
    _id: id,
    username: z.string(),
    name: z.string().nullable(),
    profile_path: z.string(),
    bio: z.string(),
    email: z.string().optional(),
    show_nsfw: z.boolean().optional(),
    site_role: siteRole.nullable().optional(),
  })
  .meta({ id: 'User' });
export type User = z.output<typeof user>;

/** Why moderators removed something, for its author and moderators only. `rule` is the number of the site's rule. */
export const removed = z
  .object({ text: z.string(), rule: z.int().nullable(), decision_id: id, rule_text: z.string().nullable() })
  .meta({ id: 'Removed' });
export type Removed = z.output<typeof removed>;

/** The error envelope: one text, or one per field. Nothing else, because existing clients show every key. */
export const errorBody = z
  .object({ error: z.union([z.string(), z.record(z.string(), z.string())]) })
  .meta({ id: 'Error' });
export type ErrorBody = z.output<typeof errorBody>;

/** A required text: at most `max` code points. `required` is also the message for a missing key. */
export function text(options: { required: string; max: number; long: string }): z.ZodType<string, string> {
  return z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? options.required : undefined) })
    .refine((value) => value.trim() !== '', { error: options.required, abort: true })
    .refine((value) => codePoints(value) <= options.max, { error: options.long });
}

/** A list or an object, which forms send as JSON text. */
export const fromForm = <T extends z.ZodType>(shape: T) =>
  z.preprocess((value) => (typeof value === 'string' ? parsedIn(value) : value), shape);

const word = z.stringbool();

/** A boolean, which forms send as a word. */
export const yesOrNo = z.preprocess(
  (value) => (typeof value === 'string' ? (word.safeParse(value).data ?? value) : value),
  z.boolean({ error: 'Choose yes or no' }),
);

function parsedIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `?size=`: a number in the URL, 1 to `max`; clients may omit it. */
export function size(fallback: number, max: number = limits.page.max) {
  const error = `size must be a whole number from 1 to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(1, { error }).max(max, { error }).default(fallback);
}

/** `?size=&before=` of lists that are newest first: `before` is the id of the previous page's last item. */
export const page = z.object({ size: size(limits.page.list, limits.page.listMax), before: id.optional() });

/** `?query=`: what a person typed into a search box; blank finds nothing. */
export const searchQuery = z
  .string()
  .default('')
  .transform((value) => [...value.trim()].slice(0, limits.query.max).join(''));

const textOr = (message: string) =>
  z.string({ error: (issue) => (issue.input === undefined || issue.input === null ? message : undefined) });

const requiredText = (message: string) => textOr(message).min(1, { error: message, abort: true });

/** An identifier, email or code, without the spaces that phones and password managers add. Passwords are as typed. */
const requiredEntry = (message: string) => textOr(message).trim().min(1, { error: message, abort: true });

/** The same, but clients may leave it out or send it empty. @param max characters; `error` says that it's longer */
export const entry = (max: number, error?: string) => z.string().trim().max(max, error);

/** A text with one more rule, which returns what's wrong as a sentence, or undefined. */
function ruled(text: z.ZodType<string, string>, faultOf: (value: string) => string | undefined) {
  return text.superRefine((value, context) => {
    const message = faultOf(value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
}

/** A name without control characters that isn't invisible. @param noun what errors call it */
export const plain = (text: z.ZodType<string, string>, noun: string) => ruled(text, (value) => nameFault(value, noun));

/** A display name that may be unchanged, whatever it contains: at most 50 code points; blank means none. */
export const keptName = z
  .string()
  .refine((value) => codePoints(value.trim()) <= limits.name.max, { error: messages.nameLong });

/** A new, optional display name: also plain and not reserved. */
export const name = ruled(keptName, personNameFault);

export const longPost = `A post should not be more than ${limits.post.text} characters`;

/** A post's text: 1 to 1000 code points, not just whitespace. */
export const postContent = text({ required: messages.contentRequired, max: limits.post.text, long: longPost });

export const bio = z.string().refine((value) => codePoints(value) <= limits.bio.max, { error: messages.bioLong });

export const username = requiredEntry(messages.usernameRequired)
  .min(limits.username.min, { error: messages.usernameShort, abort: true })
  .max(limits.username.max, { error: messages.usernameLong, abort: true })
  .regex(/^[A-Za-z0-9_]+$/, { error: messages.usernamePattern });

export const email = requiredEntry(messages.emailRequired)
  .transform(toAsciiDomain)
  .refine(isEmail, { error: messages.emailInvalid });

export const password = requiredText(messages.passwordRequired)
  .refine((value) => codePoints(value) >= limits.password.min, { error: messages.passwordShort })
  .refine((value) => codePoints(value) <= limits.password.max, { error: messages.passwordLong });

export const confirmPassword = requiredText(messages.confirmRequired);

/** Adds the rule that `confirm_password` equals `password`. */
export function withConfirmation<T extends z.ZodObject>(schema: T) {
  return schema.refine(
    (value) => (value as Record<string, unknown>).confirm_password === (value as Record<string, unknown>).password,
    {
      error: messages.confirmMismatch,
      path: ['confirm_password'],
      when: ({ value }) => {
        const given = value as { password?: unknown; confirm_password?: unknown } | undefined;
        return (
          typeof given?.password === 'string' &&
          typeof given.confirm_password === 'string' &&
          given.confirm_password !== ''
        );
      },
    },
  );
}

/** A log-in identifier: an email, or letters, digits and underscores. */
export const identifier = requiredEntry(messages.identifierRequired)
  .max(limits.email.max, { error: messages.identifierInvalid, abort: true })
  .transform(toAsciiDomain)
  .refine((value) => /^[A-Za-z0-9_]+$/.test(value) || isEmail(value), { error: messages.identifierInvalid });

export const otp = requiredEntry(messages.otpLength)
  .regex(/^\d+$/, { error: messages.otpDigits, abort: true })
  .length(limits.otp.length, { error: messages.otpLength });

/** A code that somebody received. */
export const code = (required: string) => requiredEntry(required).max(200, { error: required });

/** An opaque token carried from a link or an earlier answer. */
export function token(required: string) {
  return requiredText(required).max(200, { error: required });
}
