import { uploadLimits } from '@hubbub/contract/platform/limits.ts';
import { z } from 'zod';

/** One setting: an environment variable, how it is read, and the words for the table in the README. */
export interface Setting<T> {
  schema: z.ZodType<T, string>;
  /** As a person would write it in the environment; undefined: there is none. */
  fallback: string | undefined;
  meaning: string;
  /** Ends the sentence "NAME is …; write …". */
  write: string;
}

function setting<T>(
  schema: z.ZodType<T, string>,
  fallback: string | undefined,
  meaning: string,
  write: string,
): Setting<T> {
  return { schema, fallback, meaning, write };
}

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);

/** Bytes, also as `20MB` (1 MB = 1024 × 1024 bytes). */
const bytes = z
  .string()
  .regex(/^\d+ ?([KMG]?B)?$/i)
  .transform((text) => {
    const unit = /[KMG]?B$/i.exec(text)?.[0].toUpperCase() ?? 'B';
    return Number.parseInt(text, 10) * ({ B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }[unit] ?? 1);
  })
  .refine((value) => value > 0);

const mb = (value: number) => `${value / 1024 / 1024}MB`;

const origin = (protocols: RegExp) =>
  z.string().transform((text, context) => {
    try {
      const url = new URL(text);
      if (!protocols.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
        throw new Error('not an origin');
      return url.origin;
    } catch {
      context.addIssue({ code: 'custom' });
      return z.NEVER;
    }
  });

const address = (protocols: RegExp) =>
  z.string().refine((text) => URL.canParse(text) && protocols.test(new URL(text).protocol));

/** All settings. The start validates them; the README's table is printed from them. */
export const settings = {
  PORT: setting(integer(0, 65535), '3000', 'Port to listen on', 'a number from 1 to 65535 (0 picks a free one)'),
  HOST: setting(
    z.string().min(1),
    '127.0.0.1',
    'Address to listen on; `0.0.0.0` for all',
    'an IP address or a host name',
  ),
  PUBLIC_URL: setting(
    origin(/^https?:$/),
    undefined,
    'The address that people use, for links in mail and for cookies; `http://localhost:PORT` if unset',
    'an origin such as https://hubbub.example.org, without a path',
  ),
  TRUST_PROXY: setting(
    z.string().min(1),
    'off',
    'Whose `x-forwarded-for` is believed: `off`, `loopback`, or a list of addresses and networks',
    'off, loopback, or addresses separated by commas',
  ),
  DATA_DIR: setting(
    z.string().min(1),
    './data',
    'Where the embedded database, the media and the outbox live',
    'a path',
  ),
  DATABASE_URL: setting(
    address(/^postgres(ql)?:$/),
    undefined,
    'A PostgreSQL (15 or newer) to use in place of the embedded one',
    'an address such as postgres://user:password@host:5432/hubbub',
  ),
  SMTP_URL: setting(
    address(/^smtps?:$/),
    undefined,
    'The mail server; without it mail is written to the outbox below `DATA_DIR`',
    'an address such as smtps://user:password@mail.example.org',
  ),
  MAIL_FROM: setting(
    z.string().regex(/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/),
    'Hubbub <hubbub@localhost>',
    'Sender of mail',
    'a sender such as Hubbub <hubbub@example.org>',
  ),
  CORS_ORIGINS: setting(
    z
      .string()
      .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
      .pipe(z.array(origin(/^https?:$/))),
    '',
    'Other origins whose pages may call the API with the session',
    'origins separated by commas, such as https://app.example.org',
  ),
  RATE_LIMITS: setting(
    z.enum(['on', 'off']).transform((text) => text === 'on'),
    'on',
    'Rate limits; `off` for load tests',
    'on or off',
  ),
  LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    'How much is logged',
    'fatal, error, warn, info, debug, trace or silent',
  ),
  MAX_IMAGE_SIZE: setting(bytes, mb(uploadLimits.image), 'Largest picture in a post', 'a size such as 20MB'),
  MAX_MEDIA_SIZE: setting(bytes, mb(uploadLimits.media), 'Largest video or sound in a post', 'a size such as 100MB'),
  MAX_PROFILE_PICTURE_SIZE: setting(
    bytes,
    mb(uploadLimits.profilePicture),
    'Largest profile picture',
    'a size such as 5MB',
  ),
  MAX_MESSAGE_IMAGE_SIZE: setting(
    bytes,
    mb(uploadLimits.messageImage),
    'Largest picture in a message',
    'a size such as 5MB',
  ),
  SESSION_DAYS: setting(
    integer(1, 365),
    '30',
    'Days without a visit after which a session ends',
    'a number from 1 to 365',
  ),
  METRICS_TOKEN: setting(
    z.string().min(16),
    undefined,
    'Whoever sends it as a bearer token may read `/metrics`; without it only this machine may',
    'a random text of at least 16 characters',
  ),
  FFMPEG_PATH: setting(
    z.string().min(1),
    'ffmpeg',
    'The ffmpeg program, used for stills of videos',
    'a path or a name',
  ),
} as const;
