import { expect, it } from 'vitest';
import { loadConfig } from '#platform/config/config.ts';
import { dataLocations } from './data-locations.rules.ts';
import { serviceOf } from './data-locations.service.ts';

const site = { PUBLIC_URL: 'https://social.elm.school.uk', HOST: '0.0.0.0' };
const placesWith = (settings: Record<string, string>) =>
  dataLocations(loadConfig({ ...site, ...settings }, '/tmp'), serviceOf);
const named = (settings: Record<string, string>) =>
  Object.fromEntries(placesWith(settings).map(({ kind, services }) => [kind, services]));

const everything = {
  DATABASE_URL: 'postgres://hubbub:hunter2@db-7.eu.example.com:5432/hubbub',
  SMTP_URL: 'smtps://key:hunter2@smtp.example.net',
  S3_ENDPOINT: 'https://s3.eu-central-1.amazonaws.com',
  S3_BUCKET: 'secret-bucket',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'hunter2',
  MEDIA_BASE_URL: 'https://d1234.cloudfront.net',
  ICE_SERVERS: 'stun:stun.cloudflare.com:3478,stun:192.0.2.7:3478',
  TURN_URL: 'turns:relay.example.co.uk:5349?transport=tcp',
  TURN_SECRET: 'hunter2-hunter2-hunter2',
  ASSISTANT_URL: 'https://api.openai.com/v1',
  ASSISTANT_MODEL: 'a-model',
  ASSISTANT_API_KEY: 'hunter2',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://ingest.example.org/otlp',
};

it('every external service is listed by its domain', () => {
  expect(named(everything)).toEqual({
    server: [],
    database: ['example.com'],
    files: ['amazonaws.com', 'cloudfront.net'],
    mail: ['example.net'],
    push: ['Google', 'Apple', 'Mozilla', 'Microsoft'],
    calls: ['cloudflare.com', 'example.co.uk'],
    assistant: ['openai.com'],
    links: [],
    traces: ['example.org'],
  });
});

it('neither secrets nor machine names are listed', () => {
  const text = JSON.stringify(placesWith(everything));
  for (const hidden of ['hunter2', 'secret-bucket', 'db-7', 'smtp.', 'relay', '192.0.2.7', 'ingest', 'a-model'])
    expect(text).not.toContain(hidden);
});

it("the site's own services, and those on its own network, are only called the site's", () => {
  const settings = {
    DATABASE_URL: 'postgres://hubbub@db.internal/hubbub',
    SMTP_URL: 'smtp://10.0.0.7:25',
    ASSISTANT_URL: 'http://ollama:11434/v1',
    ASSISTANT_MODEL: 'a-model',
    ICE_SERVERS: 'off',
    TURN_URL: 'turn:turn.elm.school.uk',
    TURN_SECRET: 'hunter2-hunter2-hunter2',
  };
  expect(named(settings)).toMatchObject({ mail: [], assistant: [], calls: [] });
  expect(named(settings)).not.toHaveProperty('database');
  const text = JSON.stringify(placesWith(settings));
  expect(text).toContain('answered by a server of this site');
  for (const hidden of ['internal', '10.0.0.7', 'ollama', 'turn.elm']) expect(text).not.toContain(hidden);
});

it("services that are turned off aren't listed", () => {
  const kinds = Object.keys(named({ ICE_SERVERS: 'off', LINK_PREVIEWS: 'off' }));
  expect(kinds).toEqual(['server', 'push', 'calls']);
});

it('meetings at another service are listed with it', () => {
  const calls = placesWith({ MEETING_URL: 'https://meet.example.org' }).find(({ kind }) => kind === 'calls');
  expect(calls).toMatchObject({ services: ['example.org'], text: expect.stringContaining('held at example.org') });
});
