import { isIP } from 'node:net';
import { uploadLimits } from '@hubbub/contract/platform/limits.ts';
import { z } from 'zod';
import { isDatabaseAddress, namesSeveral } from './database-address.ts';
import { namesProxies } from './trusted-proxies.ts';

/** One setting: an environment variable, how it is read, and the words for the table in the README. */
export interface Setting<T> {
  schema: z.ZodType<T, string>;
  /** As a person would write it in the environment; undefined: there is none. */
  fallback: string | undefined;
  meaning: string;
  /** Ends the sentence "NAME is …; write …". */
  write: string;
  /** Whether it can also stand in a file that `<its name>_FILE` names. */
  isSecret: boolean;
}

function setting<T>(
  schema: z.ZodType<T, string>,
  fallback: string | undefined,
  meaning: string,
  write: string,
): Setting<T> {
  return { schema, fallback, meaning, write, isSecret: false };
}

/** A setting that nobody but the server should see, or that has such a thing in it, as an address has a password. */
function secret<T>(schema: z.ZodType<T, string>, meaning: string, write: string): Setting<T> {
  return { ...setting(schema, undefined, meaning, write), isSecret: true };
}

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);

/** Bytes, also as `20MB` (1 MB = 1024 × 1024 bytes), up to 100 GB. */
const bytes = z
  .string()
  .regex(/^\d+ ?([KMG]?B)?$/i)
  .transform((text) => {
    const unit = /[KMG]?B$/i.exec(text)?.[0].toUpperCase() ?? 'B';
    return Number.parseInt(text, 10) * ({ B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }[unit] ?? 1);
  })
  .refine((value) => value > 0 && value <= 100 * 1024 ** 3);

/** `1GB`, `5%`, or both joined by `or`; `off` keeps nothing free. */
const reserve = z
  .string()
  .transform((text) => (text === 'off' ? '0%' : text).split(/ or /i))
  .refine((parts) => parts.length <= 2)
  .transform((parts, context) => {
    const [percent, ...otherPercents] = parts.filter((part) => part.endsWith('%'));
    const [size, ...otherSizes] = parts.filter((part) => !part.endsWith('%'));
    const share = percent === undefined ? 1 : Number(/^(\d{1,2}(?:\.\d+)?) ?%$/.exec(percent.trim())?.[1]) / 100;
    const amount = size === undefined ? Number.POSITIVE_INFINITY : bytes.safeParse(size.trim()).data;
    if (otherPercents.length === 0 && otherSizes.length === 0 && !Number.isNaN(share) && amount !== undefined) {
      return { bytes: amount, share };
    }
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  });

const mb = (value: number) => `${value / 1024 / 1024}MB`;

/** The address in a text; undefined if it is none, names no host, or is of another protocol. */
function parsed(text: string, protocols: RegExp): URL | undefined {
  // Without the slashes `http:example` is an address, too, and `smtp:example` one without a host.
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return protocols.test(url.protocol) && url.hostname !== '' ? url : undefined;
}

const origin = (protocols: RegExp) =>
  z.string().transform((text, context) => {
    const url = parsed(text, protocols);
    if (url && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password) return url.origin;
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  });

const address = (protocols: RegExp) => z.string().refine((text) => parsed(text, protocols) !== undefined);

/** An address that paths are put after. */
const base = z.string().refine((text) => {
  const url = parsed(text, /^https?:$/);
  return url && !/[?#]/.test(text) && !url.username && !url.password;
});

/** An IP address or a host name, without a port. */
const host = z.string().refine((text) => isIP(text) !== 0 || /^(?=.{1,253}$)[a-z\d_]([\w.-]*[a-z\d_.])?$/i.test(text));

/** Of one server; `fault` stands in place of the usual sentence. */
const databaseAddress = z
  .string()
  .refine((text) => !namesSeveral(text), {
    abort: true,
    params: { fault: 'names several servers; write one address that always leads to the primary (docs/scaling.md)' },
  })
  .refine(isDatabaseAddress);

const list = z.string().transform((text) => text.split(',').flatMap((part) => part.trim() || []));

/** RFC 7064 and 7065: `stun:host`, `turn:host:port?transport=udp`. */
const iceAddress = (schemes: string) =>
  z
    .string()
    .regex(new RegExp(`^(${schemes}):[\\w.-]+(:\\d+)?(\\?transport=(udp|tcp))?$`))
    .refine((text) => Number(/:(\d+)/.exec(text.slice(text.indexOf(':') + 1))?.[1] ?? 1) <= 65_535);

/** All settings. The start validates them; the README's table is printed from them. */
export const settings = {
  PORT: setting(integer(0, 65535), '3000', 'Port to listen on', 'a number from 1 to 65535 (0 picks a free one)'),
  HOST: setting(host, '127.0.0.1', 'Address to listen on; `0.0.0.0` for all', 'an IP address or a host name'),
  PUBLIC_URL: setting(
    origin(/^https?:$/),
    undefined,
    'The address that people use, for links in mail and for cookies; `http://localhost:PORT` if unset',
    'an origin such as https://hubbub.example.org, without a path',
  ),
  TRUST_PROXY: setting(
    z.union([z.literal('off'), z.string().refine(namesProxies)]),
    'off',
    'Whose `x-forwarded-for` is believed: `off`, `loopback`, `uniquelocal` (private networks), or a list of addresses and networks',
    'off, loopback, uniquelocal, or addresses and networks such as 10.0.0.0/8, separated by commas',
  ),
  DATA_DIR: setting(
    z.string().min(1),
    './data',
    'Where the embedded database, the media and the outbox live',
    'a path',
  ),
  DATABASE_URL: secret(
    databaseAddress,
    'A PostgreSQL (15 or newer) to use instead of the embedded one',
    'an address such as postgres://user:password@host:5432/hubbub',
  ),
  DATABASE_DIRECT_URL: secret(
    databaseAddress,
    'The address of PostgreSQL itself where `DATABASE_URL` is that of a pooler such as PgBouncer; migrations and jobs use it',
    'an address such as postgres://user:password@host:5432/hubbub',
  ),
  DATABASE_POOLER: setting(
    z.enum(['auto', 'session', 'transaction', 'prepared']),
    'auto',
    'What the pooler at `DATABASE_URL` does: `transaction` gives each transaction another session, `prepared` does so and knows prepared statements (PgBouncer 1.21 with `max_prepared_statements`), `session` keeps sessions; `auto` finds out whether there is one and takes it for `transaction`',
    'auto, session, transaction or prepared',
  ),
  DATABASE_REPLICA_URL: secret(
    databaseAddress,
    'A streaming replica that the feed, posts, comments, profiles and searches are read from while it is less than a second behind',
    'an address such as postgres://user:password@replica:5432/hubbub',
  ),
  REDIS_URL: secret(
    address(/^rediss?:$/),
    'A Redis or Valkey by which several processes share live events and rate limits; needed as soon as Hubbub runs on more than one machine',
    'an address such as redis://user:password@host:6379/0, or rediss:// for TLS',
  ),
  ROLE: setting(
    z.enum(['all', 'api', 'worker']),
    'all',
    'What this process does: `api` serves people, `worker` runs background jobs, `all` does both; also as `npm start -- --role api`',
    'all, api or worker',
  ),
  PROCESSES: setting(
    integer(1, 64),
    '1',
    'Processes that serve people on the one port of this machine; also as `npm start -- --processes 4`. With more than one, jobs run in one more process',
    'a number from 1 to 64',
  ),
  SMTP_URL: secret(
    address(/^smtps?:$/),
    'The mail server; without it mail is written to the outbox below `DATA_DIR`',
    'an address such as smtps://user:password@mail.example.org',
  ),
  MAIL_FROM: setting(
    z.string().regex(/^([^\r\n<>]*<[^\s@<>]+@[^\s@<>/?#]+>|[^\s@<>]+@[^\s@<>/?#]+)$/),
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
  MAX_IMAGE_SIZE: setting(
    bytes,
    mb(uploadLimits.image),
    'Largest picture in a post',
    'a size such as 20MB, up to 100GB',
  ),
  MAX_MEDIA_SIZE: setting(
    bytes,
    mb(uploadLimits.media),
    'Largest video or sound in a post',
    'a size such as 100MB, up to 100GB',
  ),
  MAX_PROFILE_PICTURE_SIZE: setting(
    bytes,
    mb(uploadLimits.profilePicture),
    'Largest profile picture',
    'a size such as 5MB, up to 100GB',
  ),
  MAX_MESSAGE_IMAGE_SIZE: setting(
    bytes,
    mb(uploadLimits.messageImage),
    'Largest picture in a message',
    'a size such as 5MB, up to 100GB',
  ),
  MAX_SPACE_PER_PERSON: setting(
    z.union([z.literal('off').transform(() => Number.POSITIVE_INFINITY), bytes]),
    '5GB',
    "Space that one person's pictures, videos and sounds may take up; `off` for no limit",
    'a size such as 5GB, up to 100GB, or off',
  ),
  MIN_FREE_SPACE: setting(
    reserve,
    '1GB or 5%',
    'Space that is always kept free on the disk of `DATA_DIR`: a size, a share of the disk, or both, and then the smaller counts. Uploads that would use it are refused, and below half of it everything that writes; `off` keeps nothing free',
    'a size such as 1GB, a share such as 5%, both as 1GB or 5%, or off',
  ),
  SESSION_DAYS: setting(
    integer(1, 365),
    '30',
    'Days without a visit after which a session ends',
    'a number from 1 to 365',
  ),
  DRAIN_SECONDS: setting(
    integer(0, 300),
    '0',
    'Seconds that a process which was asked to end serves on while `/readyz` answers 503, so that a balancer sends people to another one: a little more than its checks take to notice, such as 5; without a balancer 0',
    'a number from 0 to 300',
  ),
  METRICS_TOKEN: secret(
    z.string().min(16),
    'Whoever sends it as a bearer token may read `/metrics`; without it only this machine may',
    'a random text of at least 16 characters',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    base,
    undefined,
    'The OpenTelemetry collector that traces are sent to, over OTLP/HTTP; nothing is traced if unset',
    'an address such as http://collector.example.org:4318',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    z
      .string()
      .regex(/^[^=,\s]+=[^,]+(,[^=,\s]+=[^,]+)*$/)
      .transform((text) =>
        Object.fromEntries(text.split(',').map((part) => [part.split('=', 1)[0], part.slice(part.indexOf('=') + 1)])),
      ),
    'Headers that the collector wants, such as a key',
    'names and values such as api-key=secret, separated by commas',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    z
      .string()
      .regex(/^(0(\.\d+)?|1(\.0+)?)$/)
      .transform(Number),
    '1',
    'The share of requests that are traced',
    'a number from 0 to 1, such as 0.1 for every tenth',
  ),
  FFMPEG_PATH: setting(
    z.string().min(1),
    'ffmpeg',
    'The ffmpeg program, used for stills of videos and to remove metadata',
    'a path or a name',
  ),
  MEETING_URL: setting(
    address(/^https?:$/),
    undefined,
    'The meeting service that rooms are opened at, such as a MiroTalk; the built-in room if unset',
    'an address that begins with https:// or http://',
  ),
  ICE_SERVERS: setting(
    list.transform((addresses) => (addresses.join() === 'off' ? [] : addresses)).pipe(z.array(iceAddress('stuns?'))),
    undefined,
    'STUN servers of the built-in meeting room, by which browsers learn their own addresses; `off` for none. If unset, `stun:stun.cloudflare.com:3478`, and none while the server is only for this machine',
    'addresses such as stun:stun.example.org:3478, separated by commas, or off',
  ),
  TURN_URL: setting(
    list.pipe(z.array(iceAddress('turns?')).min(1)),
    undefined,
    'TURN servers of the built-in meeting room, by which people meet whose networks let no direct way through',
    'addresses such as turn:turn.example.org:3478, separated by commas',
  ),
  TURN_SECRET: secret(
    z.string().min(16),
    'The secret that the TURN server has as `static-auth-secret` (coturn), for credentials that last hours',
    'a random text of at least 16 characters',
  ),
  ASSISTANT_URL: setting(
    base,
    undefined,
    'The OpenAI-compatible API that the assistant speaks to; there is no assistant if unset',
    'an address such as https://api.openai.com/v1',
  ),
  ASSISTANT_MODEL: setting(z.string().min(1), undefined, 'The model that the assistant uses', 'the name of a model'),
  ASSISTANT_API_KEY: secret(
    z.string().regex(/^[\x21-\x7e]+$/),
    'The key for `ASSISTANT_URL`, where that wants one; it never leaves the server',
    'the key as the service gave it, without spaces',
  ),
  ASSISTANT_TIMEOUT: setting(
    integer(1, 600),
    '60',
    'Seconds that the assistant may be silent before its answer is given up',
    'a number from 1 to 600',
  ),
  S3_ENDPOINT: setting(
    origin(/^https?:$/),
    undefined,
    'The S3-compatible service that keeps the media; a folder below `DATA_DIR` if unset',
    'an origin such as https://s3.example.org, without the name of the bucket',
  ),
  S3_BUCKET: setting(
    z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
    undefined,
    'The bucket, which is there already',
    'the name of a bucket: 3 to 63 small letters, digits, hyphens and dots',
  ),
  S3_REGION: setting(
    z.string().regex(/^[a-z0-9-]+$/i),
    undefined,
    'The region of the bucket; `us-east-1` where the service knows none',
    'a region such as eu-central-1',
  ),
  S3_ACCESS_KEY_ID: secret(
    z.string().regex(/^[\x21-\x7e]+$/),
    'Who asks: may read, write and delete objects of the bucket and list its uploads',
    'the id of an access key, without spaces',
  ),
  S3_SECRET_ACCESS_KEY: secret(
    z.string().regex(/^[\x21-\x7e]+$/),
    'The secret of that key; it never leaves the server',
    'the secret of the access key, without spaces',
  ),
  S3_TIMEOUT: setting(
    integer(1, 120),
    '10',
    'Seconds that the bucket may be silent before a call is given up and answered with 503; each is tried twice',
    'a number from 1 to 120',
  ),
  MEDIA_BASE_URL: setting(
    base.transform((text) => text.replace(/\/+$/, '')),
    undefined,
    'Where browsers fetch media that are not private: the bucket, or a CDN before it. If unset, the server sends them',
    'an address such as https://media.example.org',
  ),
} as const;
