import { isIP } from 'node:net';
import { uploadLimits } from '@hubbub/contract/platform/limits.ts';
import { z } from 'zod';
import { authoritiesFile } from './authorities.ts';
import { isDatabaseAddress, namesSeveral } from './database-address.ts';
import { iceAddress } from './ice-address.ts';
import { insideList } from './inside.ts';
import { namesProxies } from './trusted-proxies.ts';

/** One setting: an environment variable, how it's parsed, and its row in docs/settings.md. */
export interface Setting<T> {
  schema: z.ZodType<T, string>;
  /** The default, as you'd write it in the environment. */
  fallback: string | undefined;
  meaning: string;
  /** Completes the sentence "NAME is …; write …". */
  write: string;
  /** Whether `<its name>_FILE` may name a file that holds it. */
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

/** A setting that only the server should see, or that contains such a thing, such as an address with a password. */
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

/** The largest upload of a kind. */
const uploadSetting = (fallback: number, meaning: string) =>
  setting(bytes, mb(fallback), meaning, `a size such as ${mb(fallback)}, up to 100GB`);

/** The text as a URL; undefined if it isn't one, has no host, or uses another protocol. */
function parsed(text: string, protocols: RegExp): URL | undefined {
  // Without the slashes, `http:example` would parse too, and `smtp:example` would have no host.
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

/** An address that paths are appended to. */
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

/** All settings. They're validated at startup, and docs/settings.md is generated from them. */
export const settings = {
  PORT: setting(integer(0, 65535), '3000', 'The port to listen on', 'a number from 1 to 65535 (0 picks a free one)'),
  HOST: setting(
    host,
    '127.0.0.1',
    'The address to listen on; `0.0.0.0` for all interfaces',
    'an IP address or a host name',
  ),
  PUBLIC_URL: setting(
    origin(/^https?:$/),
    undefined,
    'The address people use, for links in mail and for cookies. Defaults to `http://localhost:PORT`',
    'an origin such as https://hubbub.example.org, without a path',
  ),
  TRUST_PROXY: setting(
    z.union([z.literal('off'), z.string().refine(namesProxies)]),
    'off',
    'Which proxies to trust for `x-forwarded-for`: `off`, `loopback`, `uniquelocal` (private networks), or a list of addresses and networks',
    'off, loopback, uniquelocal, or addresses and networks such as 10.0.0.0/8, separated by commas',
  ),
  DATA_DIR: setting(
    z.string().min(1),
    './data',
    'Where the embedded database, media and the outbox are stored',
    'a path',
  ),
  DATABASE_URL: secret(
    databaseAddress,
    'A PostgreSQL database (15 or newer) to use instead of the embedded one',
    'an address such as postgres://user:password@host:5432/hubbub',
  ),
  DATABASE_DIRECT_URL: secret(
    databaseAddress,
    'The address of PostgreSQL itself if `DATABASE_URL` points to a pooler such as PgBouncer; migrations and jobs use it',
    'an address such as postgres://user:password@host:5432/hubbub',
  ),
  DATABASE_POOLER: setting(
    z.enum(['auto', 'session', 'transaction', 'prepared']),
    'auto',
    'The mode of the pooler at `DATABASE_URL`: `session`, `transaction`, or `prepared` (transaction mode with prepared statements: PgBouncer 1.21 or newer with `max_prepared_statements`). `auto` detects a pooler and assumes `transaction`',
    'auto, session, transaction or prepared',
  ),
  DATABASE_REPLICA_URL: secret(
    databaseAddress,
    'A streaming replica. The feed, posts, comments, profiles and searches are read from it while it lags by less than a second',
    'an address such as postgres://user:password@replica:5432/hubbub',
  ),
  REDIS_URL: secret(
    address(/^rediss?:$/),
    'A Redis or Valkey server that processes use to share live events and rate limits. Required when Hubbub runs on more than one machine',
    'an address such as redis://user:password@host:6379/0, or rediss:// for TLS',
  ),
  ROLE: setting(
    z.enum(['all', 'api', 'worker']),
    'all',
    'What this process does: `api` serves requests, `worker` runs background jobs, `all` does both. Also `npm start -- --role api`',
    'all, api or worker',
  ),
  PROCESSES: setting(
    integer(1, 64),
    '1',
    'How many processes serve requests on this port. Also `npm start -- --processes 4`. If there is more than one, an additional process runs the jobs',
    'a number from 1 to 64',
  ),
  SMTP_URL: secret(
    address(/^smtps?:$/),
    'The mail server. Without one, mail is written to the outbox in `DATA_DIR`',
    'an address such as smtps://user:password@mail.example.org, with special characters in the password encoded, such as # as %23',
  ),
  MAIL_FROM: setting(
    z.string().regex(/^([^\r\n<>]*<[^\s@<>]+@[^\s@<>/?#]+>|[^\s@<>]+@[^\s@<>/?#]+)$/),
    'Hubbub <hubbub@localhost>',
    'The sender of all mail. Once the site has a name, people see that instead of the name given here',
    'a sender such as Hubbub <hubbub@example.org>',
  ),
  NODE_EXTRA_CA_CERTS: setting(
    authoritiesFile,
    undefined,
    "A file with the certificates of authorities to trust besides the public ones, such as your school's own",
    'the path of a file with certificates (PEM) that the server may read',
  ),
  CORS_ORIGINS: setting(
    z
      .string()
      .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
      .pipe(z.array(origin(/^https?:$/))),
    '',
    "Other origins whose pages may call the API with a member's session",
    'origins separated by commas, such as https://app.example.org',
  ),
  SOCKET_DELIVERY: setting(
    z.enum(['frames', 'library']),
    'frames',
    'How live events reach sockets: `frames` encodes each event once for all receivers; `library` leaves it to Socket.IO, which is many times slower, in case an update of Socket.IO breaks `frames`',
    'frames or library',
  ),
  RATE_LIMITS: setting(
    z.enum(['on', 'off']).transform((text) => text === 'on'),
    'on',
    'Whether rate limits apply; turn them off only for load tests',
    'on or off',
  ),
  LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    'How much to log',
    'fatal, error, warn, info, debug, trace or silent',
  ),
  MAX_IMAGE_SIZE: uploadSetting(uploadLimits.image, 'The largest picture in a post'),
  MAX_MEDIA_SIZE: uploadSetting(uploadLimits.media, 'The largest video or sound in a post'),
  MAX_PROFILE_PICTURE_SIZE: uploadSetting(uploadLimits.profilePicture, 'The largest profile picture'),
  MAX_MESSAGE_IMAGE_SIZE: uploadSetting(uploadLimits.messageImage, 'The largest picture in a message'),
  MAX_ATTACHMENT_SIZE: uploadSetting(uploadLimits.attachment, 'The largest file of any type in a message'),
  MAX_IMPORT_SIZE: setting(
    bytes,
    '6GB',
    'The largest archive somebody may bring along from another site',
    'a size such as 6GB, up to 100GB',
  ),
  MAX_SPACE_PER_PERSON: setting(
    z.union([z.literal('off').transform(() => Number.POSITIVE_INFINITY), bytes]),
    '5GB',
    "How much storage one person's pictures, videos, sounds and files may use; `off` for no limit",
    'a size such as 5GB, up to 100GB, or off',
  ),
  MIN_FREE_SPACE: setting(
    reserve,
    '1GB or 5%',
    'Disk space to keep free where `DATA_DIR` is: a size, a share of the disk, or both (the smaller one applies). Uploads are refused below it, and all writes below half of it; `off` for no limit',
    'a size such as 1GB, a share such as 5%, both as 1GB or 5%, or off',
  ),
  NEW_ACCOUNT_HOURS: setting(
    integer(0, 720),
    '24',
    'For how many hours a new account may post at most 5 links and write to at most 10 strangers; 0 for no such limits. `RATE_LIMITS=off` lifts them, too',
    'a number from 0 to 720',
  ),
  LINK_PREVIEWS: setting(
    z.enum(['on', 'off']).transform((value) => value === 'on'),
    'on',
    'Whether links in posts and messages get a preview, for which the server fetches the page from the public internet',
    'on or off',
  ),
  LINK_PREVIEWS_INSIDE: setting(
    list.pipe(insideList),
    '',
    'Addresses and networks on your own network whose pages may have previews, too, such as a wiki. Everybody who can post can make the server fetch any page there',
    'addresses or networks, with a port or without, separated by commas, such as 10.0.5.20:8080 or [fd00::1]:443',
  ),
  SESSION_DAYS: setting(
    integer(1, 365),
    '30',
    'Days of inactivity after which a session ends',
    'a number from 1 to 365',
  ),
  SESSION_MAX_DAYS: setting(integer(1, 3650), '180', 'Days after which a session ends', 'a number from 1 to 3650'),
  DELETION_GRACE_DAYS: setting(
    integer(0, 90),
    '0',
    "For how many days people can still change their mind after deleting their account; meanwhile nobody sees it. 0: it's deleted right away",
    'a number from 0 to 90',
  ),
  DRAIN_SECONDS: setting(
    integer(0, 300),
    '0',
    'How many seconds a stopping process keeps serving while `/readyz` answers 503, so that a load balancer can take it out of rotation. Set it slightly higher than the balancer needs to notice, such as 5; leave it at 0 without a balancer',
    'a number from 0 to 300',
  ),
  METRICS_TOKEN: secret(
    z.string().min(16),
    'The bearer token that gives access to `/metrics`. Without one, only this machine has access',
    'a random text of at least 16 characters',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    base,
    undefined,
    'The OpenTelemetry collector to send traces to, over OTLP/HTTP. Tracing is off if unset',
    'an address such as http://collector.example.org:4318',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    z
      .string()
      .regex(/^[^=,\s]+=[^,]+(,[^=,\s]+=[^,]+)*$/)
      .transform((text) =>
        Object.fromEntries(text.split(',').map((part) => [part.split('=', 1)[0], part.slice(part.indexOf('=') + 1)])),
      ),
    'Headers to send to the collector, such as an API key',
    'names and values such as api-key=secret, separated by commas',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    z
      .string()
      .regex(/^(0(\.\d+)?|1(\.0+)?)$/)
      .transform(Number),
    '1',
    'The share of requests to trace',
    'a number from 0 to 1, such as 0.1 for every tenth',
  ),
  FFMPEG_PATH: setting(
    z.string().min(1),
    'ffmpeg',
    "The ffmpeg program, used for video previews, to strip metadata, and to convert videos that browsers can't play. If it isn't found, a slower bundled decoder is used, which doesn't convert",
    'a path or a name',
  ),
  MEETING_URL: setting(
    address(/^https?:$/),
    undefined,
    'A meeting service to use instead of the built-in meetings, such as MiroTalk',
    'an address that begins with https:// or http://',
  ),
  ICE_SERVERS: setting(
    list.transform((addresses) => (addresses.join() === 'off' ? [] : addresses)).pipe(z.array(iceAddress('stuns?'))),
    undefined,
    'STUN servers for the built-in meetings, which tell browsers their public addresses; `off` for none. Defaults to `stun:stun.cloudflare.com:3478`, or to none while the server is only reachable from this machine',
    'addresses such as stun:stun.example.org:3478, separated by commas, or off',
  ),
  TURN_URL: setting(
    list.pipe(z.array(iceAddress('turns?')).min(1)),
    undefined,
    'TURN servers for the built-in meetings, which relay calls between people whose networks block direct connections',
    'addresses such as turn:turn.example.org:3478, separated by commas',
  ),
  TURN_SECRET: secret(
    z.string().min(16),
    'The secret shared with the TURN server (`static-auth-secret` in coturn), for short-lived credentials',
    'a random text of at least 16 characters',
  ),
  ASSISTANT_URL: setting(
    base,
    undefined,
    "The OpenAI-compatible API behind the assistant. There's no assistant if unset",
    'an address such as https://api.openai.com/v1',
  ),
  ASSISTANT_MODEL: setting(z.string().min(1), undefined, 'The model the assistant uses', 'the name of a model'),
  ASSISTANT_API_KEY: secret(
    z.string().regex(/^[\x21-\x7e]+$/),
    'The API key for `ASSISTANT_URL`, if it needs one. It never leaves the server',
    'the key as the service shows it, without spaces',
  ),
  ASSISTANT_TIMEOUT: setting(
    integer(1, 600),
    '60',
    'How many seconds to wait for the assistant before giving up',
    'a number from 1 to 600',
  ),
  S3_ENDPOINT: setting(
    origin(/^https?:$/),
    undefined,
    'An S3-compatible service to store media in, instead of a folder in `DATA_DIR`',
    'an origin such as https://s3.example.org, without the bucket',
  ),
  S3_BUCKET: setting(
    z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
    undefined,
    'The name of an existing bucket',
    'the name of a bucket: 3 to 63 lowercase letters, digits, hyphens and dots',
  ),
  S3_REGION: setting(
    z.string().regex(/^[a-z0-9-]+$/i),
    undefined,
    "The bucket's region. Use `us-east-1` if the service has no regions",
    'a region such as eu-central-1',
  ),
  S3_ACCESS_KEY_ID: secret(
    z.string().regex(/^[\x21-\x7e]+$/),
    'The access key. It needs permission to read, write and delete objects and to list and abort multipart uploads',
    'the id of an access key, without spaces',
  ),
  S3_SECRET_ACCESS_KEY: secret(
    z.string().regex(/^[\x21-\x7e]+$/),
    'The secret of the access key. It never leaves the server',
    'the secret of the access key, without spaces',
  ),
  S3_TIMEOUT: setting(
    integer(1, 120),
    '10',
    'How many seconds to wait for the bucket before giving up and answering 503. Each request is tried twice',
    'a number from 1 to 120',
  ),
  MEDIA_BASE_URL: setting(
    base.transform((text) => text.replace(/\/+$/, '')),
    undefined,
    'Where browsers fetch public media: the bucket, or a CDN in front of it. If unset, the server sends them',
    'an address such as https://media.example.org',
  ),
} as const;
