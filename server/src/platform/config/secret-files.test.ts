import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { secretNames } from './secret-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubbub-secrets-'));
  // A user without privileges must be able to pass through it.
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: string) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

/** What's wrong with these settings. */
function sentencesOf(settings: Record<string, string>): readonly string[] {
  try {
    loadConfig(settings, '/');
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.sentences;
    throw error;
  }
}

/** A value for each secret, and where the program finds it. */
const secrets: Record<string, [value: string, found: (config: Config) => unknown]> = {
  DATABASE_URL: ['postgres://a:b@one:5432/hubbub', ({ databaseUrl }) => databaseUrl],
  DATABASE_DIRECT_URL: ['postgres://a:b@two:5432/hubbub', ({ databaseDirectUrl }) => databaseDirectUrl],
  DATABASE_REPLICA_URL: ['postgres://a:b@three:5432/hubbub', ({ databaseReplicaUrl }) => databaseReplicaUrl],
  REDIS_URL: ['redis://:password@valkey:6379/0', ({ redisUrl }) => redisUrl],
  SMTP_URL: ['smtps://user:password@mail.example.org', ({ smtpUrl }) => smtpUrl],
  METRICS_TOKEN: ['a random text of the operator', ({ metricsToken }) => metricsToken],
  OTEL_EXPORTER_OTLP_HEADERS: ['api-key=secret', ({ tracing }) => `api-key=${tracing?.headers['api-key']}`],
  TURN_SECRET: ['shared with the relay', ({ turn }) => turn?.secret],
  ASSISTANT_API_KEY: ['sk-secret', ({ assistant }) => assistant?.apiKey],
  S3_ACCESS_KEY_ID: ['AKID', ({ bucket }) => bucket?.accessKeyId],
  S3_SECRET_ACCESS_KEY: ['bucket-secret', ({ bucket }) => bucket?.secretAccessKey],
};

/** Settings that some secrets require. */
const others = {
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example.org:4318',
  TURN_URL: 'turn:turn.example.org:3478',
  ASSISTANT_URL: 'https://model.example.org/v1',
  ASSISTANT_MODEL: 'm',
  S3_ENDPOINT: 'https://s3.example.org',
  S3_BUCKET: 'hubbub',
  S3_REGION: 'us-east-1',
};

test('every secret can be in a file named by its setting with _FILE', () => {
  expect(Object.keys(secrets).toSorted()).toEqual(secretNames.toSorted());
  const files = Object.entries(secrets).map(([name, [value]]) => [`${name}_FILE`, file(name, value)]);
  const config = loadConfig({ ...others, ...Object.fromEntries(files) }, '/');
  for (const [name, [value, found]] of Object.entries(secrets)) expect(found(config), name).toBe(value);
});

test("the file's trailing line break isn't part of the secret", () => {
  for (const end of ['\n', '\r\n', '\n\n']) {
    const { metricsToken } = loadConfig({ METRICS_TOKEN_FILE: file('token', `sixteen letters and more${end}`) }, '/');
    expect(metricsToken).toBe('sixteen letters and more');
  }
});

test("a relative path is resolved against the product's folder", () => {
  const path = file('token', 'sixteen letters and more');
  const settings = { METRICS_TOKEN_FILE: `${basename(folder)}/token` };
  expect(loadConfig(settings, dirname(dirname(path))).metricsToken).toBe('sixteen letters and more');
});

test("a file that doesn't exist stops startup with a sentence", () => {
  const sentence = "TURN_SECRET_FILE names /nowhere/secret, which doesn't exist: create it, or correct the path.";
  expect(sentencesOf({ TURN_SECRET_FILE: '/nowhere/secret', TURN_URL: others.TURN_URL })).toEqual([sentence]);
});

test('a file that the server may not read stops startup with a sentence', () => {
  const path = file('locked', 'secret');
  chmodSync(path, 0);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65534);
  try {
    expect(sentencesOf({ REDIS_URL_FILE: path })).toEqual([
      `REDIS_URL_FILE names ${path}, which this user may not read: change its permissions, or choose another file.`,
    ]);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
});

test("a folder, an empty file and a file with several lines aren't secrets", () => {
  const inner = join(folder, 'inner');
  mkdirSync(inner);
  const [empty, several] = [file('empty', ' \n'), file('several', 'redis://one\nredis://two\n')];
  expect(sentencesOf({ REDIS_URL_FILE: inner, SMTP_URL_FILE: empty, DATABASE_URL_FILE: several })).toEqual([
    `DATABASE_URL_FILE names ${several}, which has several lines: write the value into it, and nothing else.`,
    `REDIS_URL_FILE names ${inner}, which is a folder: write the path of a file.`,
    `SMTP_URL_FILE names ${empty}, which is empty: write the value into it.`,
  ]);
});

test("a secret that's set twice stops startup with a sentence; one of the two may be empty", () => {
  const path = file('token', 'sixteen letters and more');
  expect(sentencesOf({ METRICS_TOKEN: 'another sixteen letters', METRICS_TOKEN_FILE: path })).toEqual([
    'METRICS_TOKEN and METRICS_TOKEN_FILE are both set: leave one of them out.',
  ]);
  expect(loadConfig({ METRICS_TOKEN: '', METRICS_TOKEN_FILE: path }, '/').metricsToken).toBe(
    'sixteen letters and more',
  );
  expect(loadConfig({ METRICS_TOKEN: 'another sixteen letters', METRICS_TOKEN_FILE: ' ' }, '/').metricsToken).toBe(
    'another sixteen letters',
  );
});

test("a file's content is validated like the setting itself, and not shown", () => {
  const sentences = sentencesOf({ REDIS_URL_FILE: file('wrong', 'not an address') });
  expect(sentences).toEqual([
    "REDIS_URL isn't valid: use an address such as redis://user:password@host:6379/0, or rediss:// for TLS.",
  ]);
});

test('a secret in a file counts when settings are required together', () => {
  const key = file('key', 'bucket-secret');
  expect(sentencesOf({ S3_SECRET_ACCESS_KEY_FILE: key })).toEqual([
    'S3_SECRET_ACCESS_KEY is set, but S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID are not: set all of them, or none.',
  ]);
});

test('only secrets can be in files: other names ending in _FILE are left alone', () => {
  expect(loadConfig({ PORT_FILE: '/nowhere', HOST_FILE: '/nowhere' }, '/').port).toBe(3000);
});
