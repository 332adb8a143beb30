import { describe, expect, test } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';
import { settings } from './settings.ts';

/** Settings that others require before they're validated. */
const others: Record<string, Record<string, string>> = {
  HOST: { PUBLIC_URL: 'https://hubbub.example.org' },
  TURN_URL: { TURN_SECRET: 'shared with the relay' },
  ASSISTANT_URL: { ASSISTANT_MODEL: 'm' },
  S3_ENDPOINT: { S3_BUCKET: 'hubbub', S3_REGION: 'r', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' },
};

/** The complaints about a value; empty if it's accepted. */
function sentencesOf(name: string, value: string): readonly string[] {
  try {
    loadConfig({ ...others[name], [name]: value }, '/');
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.sentences;
    throw error;
  }
}

const noAddresses = [
  'nonsense',
  'two words',
  'http:',
  'http://',
  'example.org',
  'ftp://example.org',
  '-1',
  'http:example',
];
const noNumbers = ['many', '-1', '1e3', '0x10', '99999999999999999999999'];
const noWords = ['nonsense', 'two words', '-1', 'ON!'];
const noSizes = ['large', '-1', '0', '1.5MB', '99999999999999999999999', '101GB'];

/** Settings with invalid values. */
const wrong: Record<string, readonly string[]> = {
  PORT: [...noNumbers, '65536'],
  HOST: ['two words', 'http://example.org', 'example.org:80', '-1', 'a,b', 'x'.repeat(300)],
  PUBLIC_URL: [...noAddresses, 'https://example.org/path', 'https://user@example.org'],
  TRUST_PROXY: [
    'nonsense',
    'true',
    '1',
    '-1',
    'two words',
    ',',
    '10.0.0.0/99',
    'off,loopback',
    'http://127.0.0.1',
    '10.0.0.1,',
  ],
  DATABASE_URL: [...noAddresses, 'postgres://', 'postgres:///', 'mysql://host/db'],
  DATABASE_DIRECT_URL: [...noAddresses, 'postgres://'],
  DATABASE_POOLER: noWords,
  DATABASE_REPLICA_URL: [...noAddresses, 'postgres://'],
  REDIS_URL: [...noAddresses, 'redis://', 'redis:///', 'redis:host'],
  ROLE: noWords,
  PROCESSES: [...noNumbers, '0', '65'],
  SMTP_URL: [...noAddresses, 'smtp://', 'smtp:mail.example.org'],
  MAIL_FROM: [
    'nonsense',
    'two words',
    'Hubbub <hubbub>',
    'hubbub@example.org>',
    'https://user:password@example.org/path',
    '@',
  ],
  NODE_EXTRA_CA_CERTS: ['/nowhere/authority.pem', import.meta.filename],
  CORS_ORIGINS: [...noAddresses, '*', 'https://one.example.org,two'],
  RATE_LIMITS: noWords,
  SOCKET_DELIVERY: noWords,
  LOG_LEVEL: noWords,
  MAX_IMAGE_SIZE: noSizes,
  MAX_MEDIA_SIZE: noSizes,
  MAX_PROFILE_PICTURE_SIZE: noSizes,
  MAX_MESSAGE_IMAGE_SIZE: noSizes,
  MAX_ATTACHMENT_SIZE: noSizes,
  MAX_IMPORT_SIZE: noSizes,
  MAX_SPACE_PER_PERSON: [...noSizes, 'on'],
  MIN_FREE_SPACE: [...noSizes, '100%', '%', '-5%', '1GB or', '1GB or 2GB', '5% or 5%', '1GB or 5% or 2GB', 'on'],
  SESSION_DAYS: [...noNumbers, '0', '366'],
  DELETION_GRACE_DAYS: [...noNumbers, '-1', '91'],
  SESSION_MAX_DAYS: [...noNumbers, '0', '3651'],
  LINK_PREVIEWS: ['yes'],
  LINK_PREVIEWS_INSIDE: ['10', 'wiki.example.org', '10.0.0.1:0', '10.0.0.0/40'],
  NEW_ACCOUNT_HOURS: [...noNumbers, '-1', '721'],
  DRAIN_SECONDS: [...noNumbers, '301'],
  METRICS_TOKEN: ['short'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [...noAddresses, 'http://host?x', 'http://user:password@host'],
  OTEL_EXPORTER_OTLP_HEADERS: ['nonsense', 'two words', '=', ','],
  OTEL_TRACES_SAMPLER_ARG: ['some', '-1', '1.5', '2', '1e9'],
  MEETING_URL: noAddresses,
  ICE_SERVERS: ['nonsense', 'two words', 'http://example.org', 'stun:example.org:99999'],
  TURN_URL: ['nonsense', 'two words', ',', 'stun:example.org', 'turn:example.org:99999'],
  TURN_SECRET: ['short'],
  ASSISTANT_URL: [...noAddresses, 'https://host/v1?key=x', 'https://host/v1#x', 'https://user:password@host/v1'],
  ASSISTANT_API_KEY: ['two words', '☃'],
  ASSISTANT_TIMEOUT: [...noNumbers, '0', '601'],
  S3_ENDPOINT: [...noAddresses, 'https://s3.example.org/bucket'],
  S3_BUCKET: ['two words', '-1', 'UPPER', 'ab'],
  S3_REGION: ['two words', 'eu/central'],
  S3_ACCESS_KEY_ID: ['two words'],
  S3_SECRET_ACCESS_KEY: ['two words'],
  S3_TIMEOUT: [...noNumbers, '0', '121'],
  MEDIA_BASE_URL: [...noAddresses, 'https://host/?x', 'https://user:password@host'],
};

/** These accept any text. */
const free = ['DATA_DIR', 'FFMPEG_PATH', 'ASSISTANT_MODEL'];

/** Values that must stay accepted. */
const right: Record<string, readonly string[]> = {
  HOST: ['0.0.0.0', '::', '::1', 'fe80::1%eth0', 'localhost', 'host-1.example.org', 'a_b'],
  TRUST_PROXY: [
    'off',
    'loopback',
    'uniquelocal',
    'linklocal, 10.0.0.0/8',
    '::1,fc00::/7',
    '10.0.0.1',
    '10.0.0.0/255.0.0.0',
  ],
  DATABASE_URL: ['postgres://host/db', 'postgres:///db?host=/run/postgresql', 'postgresql://u:p@one:5432/db'],
  REDIS_URL: ['redis://host', 'rediss://:p@host:6379/0', 'redis://[::1]:6379'],
  SMTP_URL: ['smtp://localhost:25', 'smtps://u:p%40@mail.example.org?x=y'],
  MAIL_FROM: ['a@b', 'Hubbub <hubbub@example.org>', '"Hubbub, the" <a.b+c@xn--e1afmkfd.example>', '<a@b>'],
  MEETING_URL: ['https://meet.example.org/join?room='],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['http://collector:4318', 'https://collector.example.org/otlp/'],
  MEDIA_BASE_URL: ['https://cdn.example.org/media/'],
  ICE_SERVERS: ['off', 'stun:a:3478,stuns:b'],
  MAX_MEDIA_SIZE: ['100GB', '1', '2 MB'],
  MAX_SPACE_PER_PERSON: ['off', '500MB'],
  MIN_FREE_SPACE: ['off', '1GB', '5%', '2.5 %', '1GB or 5%', '5% or 500 MB'],
};

describe('an invalid value stops startup with a sentence that names the setting', () => {
  test('every setting is validated', () => {
    expect([...Object.keys(wrong), ...free].toSorted()).toEqual(Object.keys(settings).toSorted());
  });
  for (const [name, values] of Object.entries(wrong)) {
    test(name, () => {
      for (const value of values)
        expect(sentencesOf(name, value).join(), value).toMatch(new RegExp(`(^|,)${name} isn't valid: use `));
    });
  }
});

test('an address with several database servers stops startup with a sentence that says what to write', () => {
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'])
    expect(sentencesOf(name, 'postgres://ada:secret@one:5432,two/hubbub')).toEqual([
      `${name} names several servers; write one address that always leads to the primary (docs/scaling.md).`,
    ]);
});

test('valid values are accepted, and an empty one counts as unset', () => {
  for (const [name, values] of Object.entries(right))
    for (const value of values) expect(sentencesOf(name, value), `${name}=${value}`).toEqual([]);
  for (const name of Object.keys(settings)) expect(sentencesOf(name, '  ').join()).not.toMatch(`${name} isn't valid`);
});
