import type { settings } from '../../server/src/platform/config/settings.ts';

/** The sections of docs/settings.md. Every setting is in exactly one of them. */
export const settingGroups: Record<string, readonly (keyof typeof settings)[]> = {
  'Address and network': ['PORT', 'HOST', 'PUBLIC_URL', 'TRUST_PROXY', 'CORS_ORIGINS'],
  'Data and database': [
    'DATA_DIR',
    'MIN_FREE_SPACE',
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'DATABASE_POOLER',
    'DATABASE_REPLICA_URL',
  ],
  Mail: ['SMTP_URL', 'MAIL_FROM'],
  'Media and uploads': [
    'MAX_IMAGE_SIZE',
    'MAX_MEDIA_SIZE',
    'MAX_PROFILE_PICTURE_SIZE',
    'MAX_MESSAGE_IMAGE_SIZE',
    'MAX_SPACE_PER_PERSON',
    'FFMPEG_PATH',
    'MEDIA_BASE_URL',
    'S3_ENDPOINT',
    'S3_BUCKET',
    'S3_REGION',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'S3_TIMEOUT',
  ],
  Meetings: ['ICE_SERVERS', 'TURN_URL', 'TURN_SECRET', 'MEETING_URL'],
  Assistant: ['ASSISTANT_URL', 'ASSISTANT_MODEL', 'ASSISTANT_API_KEY', 'ASSISTANT_TIMEOUT'],
  'Sessions and limits': [
    'SESSION_DAYS',
    'SESSION_MAX_DAYS',
    'RATE_LIMITS',
    'NEW_ACCOUNT_HOURS',
    'LINK_PREVIEWS',
    'LINK_PREVIEWS_INSIDE',
    'SOCKET_DELIVERY',
  ],
  'Several processes or machines': ['PROCESSES', 'ROLE', 'REDIS_URL', 'DRAIN_SECONDS'],
  'Logs, metrics and traces': [
    'LOG_LEVEL',
    'METRICS_TOKEN',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_TRACES_SAMPLER_ARG',
  ],
};
