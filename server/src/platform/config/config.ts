import { isAbsolute, resolve } from 'node:path';
import { trustAuthorities } from './authorities.ts';
import type { Pooler } from './database-address.ts';
import { envFilesFaults } from './env-file.ts';
import type { Inside } from './inside.ts';
import { readSecretFiles } from './secret-files.ts';
import { settings } from './settings.ts';

type Settings = typeof settings;
type Values = {
  [K in keyof Settings]: Settings[K] extends { schema: { _zod: { output: infer T } } } ? T | undefined : never;
};

/** Settings as the program uses them: typed, complete, frozen. Sizes are in bytes. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** The origin people use, without a trailing slash. With port 0 it's set once the port is known. */
  readonly publicUrl: string;
  readonly trustProxy: boolean | string;
  /** Absolute path. */
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** Undefined: `databaseUrl` leads straight to PostgreSQL. */
  readonly databaseDirectUrl: string | undefined;
  readonly databasePooler: Pooler;
  /** Undefined: the primary answers all reads. */
  readonly databaseReplicaUrl: string | undefined;
  /** Undefined: no other machine shares live events and rate limits with this one. */
  readonly redisUrl: string | undefined;
  readonly role: 'all' | 'api' | 'worker';
  /** Processes that serve people on the one port. */
  readonly processes: number;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /**
   * Whether only this machine reaches the server, as far as the settings tell: bound to loopback, no public origin, no proxy and no mail
   * server. Then the first account owns the site, and `/dev/mail` exists.
   */
  readonly isLocal: boolean;
  readonly corsOrigins: readonly string[];
  readonly rateLimits: boolean;
  /** Whether live events bypass Engine.IO (`frames`) or go through the library. */
  readonly socketDelivery: 'frames' | 'library';
  readonly logLevel: string;
  readonly maxImageSize: number;
  readonly maxMediaSize: number;
  readonly maxProfilePictureSize: number;
  readonly maxMessageImageSize: number;
  readonly maxAttachmentSize: number;
  readonly maxImportSize: number;
  /** How much space one person's media may take up; infinite: no limit. */
  readonly maxSpacePerPerson: number;
  /** The space that's always kept free on `dataDir`'s disk: this many bytes, or this share of it (0 to 1), whichever is smaller. */
  readonly minFreeSpace: { readonly bytes: number; readonly share: number };
  /** For how long accounts count as new, which limits their links; 0: never. */
  readonly newAccountHours: number;
  /** Whether links get previews. */
  readonly linkPreviews: boolean;
  /** The parts of the host's own network that addresses given by people may lead to. */
  readonly insideAllowed: readonly Inside[];
  readonly sessionDays: number;
  /** Days after a log-in when its session ends, however much it's used. */
  readonly sessionMaxDays: number;
  /** For how many days people can restore their deleted account; 0: it's deleted right away. */
  readonly deletionGraceDays: number;
  /** Seconds that a process keeps serving after it was asked to stop. */
  readonly drainSeconds: number;
  readonly metricsToken: string | undefined;
  /** Undefined: nothing is traced. `endpoint` has no trailing slash; `share` is the share of traces that are kept, 0 to 1. */
  readonly tracing:
    | { readonly endpoint: string; readonly headers: Readonly<Record<string, string>>; readonly share: number }
    | undefined;
  readonly ffmpegPath: string;
  /** Undefined: the built-in room. */
  readonly meetingUrl: string | undefined;
  readonly iceServers: readonly string[];
  /** Undefined: no relay. */
  readonly turn: { readonly urls: readonly string[]; readonly secret: string } | undefined;
  /** The bucket that stores media; undefined: a folder does. `timeout` in milliseconds. */
  readonly bucket:
    | {
        readonly endpoint: string;
        readonly name: string;
        readonly region: string;
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
        readonly timeout: number;
      }
    | undefined;
  /** Where browsers fetch media that isn't private, without a trailing slash; undefined: from the server. */
  readonly mediaBaseUrl: string | undefined;
  /** Undefined: there's no assistant. `timeout` in milliseconds. */
  readonly assistant:
    | {
        readonly url: string;
        readonly model: string;
        readonly apiKey: string | undefined;
        readonly timeout: number;
      }
    | undefined;
}

/** A sentence for each invalid setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.sentences = sentences;
  }
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

type Read = <K extends keyof Settings>(name: K) => Values[K];

const defaultStun = ['stun:stun.cloudflare.com:3478'];

function readMeetings(read: Read, isLocal: boolean): Pick<Config, 'meetingUrl' | 'iceServers' | 'turn'> {
  const [urls, secret] = [read('TURN_URL'), read('TURN_SECRET')];
  return {
    meetingUrl: read('MEETING_URL'),
    iceServers: read('ICE_SERVERS') ?? (isLocal ? [] : defaultStun),
    turn: urls && secret ? { urls, secret } : undefined,
  };
}

function readProcesses(read: Read, sentences: string[]): Pick<Config, 'redisUrl' | 'role' | 'processes'> {
  const [role, processes] = [read('ROLE') ?? 'all', read('PROCESSES') ?? 1];
  if (role === 'worker' && processes > 1) {
    sentences.push(
      'PROCESSES is for processes that serve requests. With ROLE=worker, leave it out and start more workers.',
    );
  }
  return { redisUrl: read('REDIS_URL'), role, processes };
}

function readSizes(read: Read) {
  return {
    maxImageSize: read('MAX_IMAGE_SIZE') ?? 0,
    maxMediaSize: read('MAX_MEDIA_SIZE') ?? 0,
    maxProfilePictureSize: read('MAX_PROFILE_PICTURE_SIZE') ?? 0,
    maxMessageImageSize: read('MAX_MESSAGE_IMAGE_SIZE') ?? 0,
    maxAttachmentSize: read('MAX_ATTACHMENT_SIZE') ?? 0,
    maxImportSize: read('MAX_IMPORT_SIZE') ?? 0,
    maxSpacePerPerson: read('MAX_SPACE_PER_PERSON') ?? 0,
    minFreeSpace: read('MIN_FREE_SPACE') ?? { bytes: 0, share: 0 },
  };
}

function readBucket(read: Read): Config['bucket'] {
  const [endpoint, name, region] = [read('S3_ENDPOINT'), read('S3_BUCKET'), read('S3_REGION')];
  const [accessKeyId, secretAccessKey] = [read('S3_ACCESS_KEY_ID'), read('S3_SECRET_ACCESS_KEY')];
  const timeout = (read('S3_TIMEOUT') ?? 10) * 1000;
  return endpoint && name && region && accessKeyId && secretAccessKey
    ? { endpoint, name, region, accessKeyId, secretAccessKey, timeout }
    : undefined;
}

function readAssistant(read: Read): Config['assistant'] {
  const [url, model, apiKey] = [read('ASSISTANT_URL'), read('ASSISTANT_MODEL'), read('ASSISTANT_API_KEY')];
  const timeout = (read('ASSISTANT_TIMEOUT') ?? 60) * 1000;
  return url && model ? { url, model, apiKey, timeout } : undefined;
}

function readTracing(read: Read): Config['tracing'] {
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT')?.replace(/\/+$/, '');
  const headers = read('OTEL_EXPORTER_OTLP_HEADERS') ?? {};
  const share = read('OTEL_TRACES_SAMPLER_ARG') ?? 1;
  return endpoint ? { endpoint, headers, share } : undefined;
}

/**
 * Reads the environment, and the files it names for secrets. From then on, this process trusts the authorities it names.
 * @param root the folder that a relative DATA_DIR, or a secret's relative path, is resolved against
 * @throws {ConfigError} naming each wrong setting and what to write
 */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>, root: string): Config {
  const { values: env, isGiven, sentences } = readSecretFiles(environment, root);
  sentences.push(...envFilesFaults(process.execArgv));
  const read: Read = <K extends keyof Settings>(name: K) => {
    const { schema, fallback, write } = settings[name];
    const text = env[name]?.trim() || fallback;
    if (text === undefined) return undefined as Values[K];
    const result = schema.safeParse(text);
    if (result.success) return result.data as Values[K];
    const [issue] = result.error.issues;
    const fault = issue?.code === 'custom' ? issue.params?.fault : undefined;
    sentences.push(`${name} ${fault ?? `isn't valid: use ${write}`}.`);
    return undefined as Values[K];
  };

  /** Settings that only work together. */
  const requireAll = (...names: (keyof Settings)[]) => {
    const missing = names.filter((name) => !isGiven(name));
    const there = names.find((name) => !missing.includes(name));
    if (missing.length === 0 || there === undefined) return;
    const choice = names.length > 2 ? 'all of them, or none' : 'both, or neither';
    sentences.push(
      `${there} is set, but ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not: set ${choice}.`,
    );
  };

  const port = read('PORT');
  const host = read('HOST') ?? '';
  const publicUrl = read('PUBLIC_URL');
  const dataDir = read('DATA_DIR') ?? '';
  const smtpUrl = read('SMTP_URL');
  const trustProxy = read('TRUST_PROXY');
  const hasLocalName = publicUrl === undefined || loopback.test(new URL(publicUrl).hostname);
  const isBehindProxy = trustProxy !== undefined && trustProxy !== 'off';
  requireAll('TURN_URL', 'TURN_SECRET');
  requireAll('ASSISTANT_URL', 'ASSISTANT_MODEL');
  requireAll('S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
  const values = {
    port: port ?? 0,
    host,
    publicUrl: publicUrl ?? `http://localhost:${port}`,
    trustProxy: isBehindProxy && trustProxy,
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(root, dataDir),
    databaseUrl: read('DATABASE_URL'),
    ...readProcesses(read, sentences),
    databaseDirectUrl: read('DATABASE_DIRECT_URL'),
    databasePooler: read('DATABASE_POOLER') ?? 'auto',
    databaseReplicaUrl: read('DATABASE_REPLICA_URL'),
    smtpUrl,
    mailFrom: read('MAIL_FROM') ?? '',
    isLocal: loopback.test(host) && hasLocalName && smtpUrl === undefined && !isBehindProxy,
    corsOrigins: read('CORS_ORIGINS') ?? [],
    rateLimits: read('RATE_LIMITS') ?? true,
    socketDelivery: read('SOCKET_DELIVERY') ?? 'frames',
    logLevel: read('LOG_LEVEL') ?? 'info',
    ...readSizes(read),
    newAccountHours: read('NEW_ACCOUNT_HOURS') ?? 24,
    linkPreviews: read('LINK_PREVIEWS') === true,
    insideAllowed: read('LINK_PREVIEWS_INSIDE') ?? [],
    sessionDays: read('SESSION_DAYS') ?? 30,
    sessionMaxDays: read('SESSION_MAX_DAYS') ?? 180,
    deletionGraceDays: read('DELETION_GRACE_DAYS') ?? 0,
    drainSeconds: read('DRAIN_SECONDS') ?? 0,
    metricsToken: read('METRICS_TOKEN'),
    tracing: readTracing(read),
    ffmpegPath: read('FFMPEG_PATH') ?? 'ffmpeg',
    ...readMeetings(read, hasLocalName),
    assistant: readAssistant(read),
    bucket: readBucket(read),
    mediaBaseUrl: read('MEDIA_BASE_URL'),
  };
  if (!loopback.test(host) && host !== '' && publicUrl === undefined) {
    sentences.push(
      `HOST is ${host}, so others can reach this server, but PUBLIC_URL isn't set: write the address they use, such as PUBLIC_URL=https://hubbub.example.org.`,
    );
  }
  trustAuthorities(read('NODE_EXTRA_CA_CERTS'));
  if (sentences.length > 0) throw new ConfigError(sentences);
  return Object.freeze(values);
}
