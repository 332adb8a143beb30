import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { Bucket } from '#platform/storage/s3-storage.ts';
import { noS3Server, type S3Server, startS3Server } from './s3-server.ts';

/** What tests call the bucket that they run against, for their titles. */
export const bucketName = noS3Server ? 'a bucket of s3rver' : 'a bucket of a Ceph Object Gateway';

/** A server of buckets with one named `hubbub`: s3rver, which knows less, or in `npm run test:cluster` a real one. */
export interface BucketServer {
  endpoint: string;
  settings(bucket?: string): Record<string, string>;
  /** Undefined in s3rver's place. */
  real: S3Server | undefined;
  close(): Promise<void>;
}

/** @param others names of buckets beside that one */
export async function startBucketServer(others: readonly string[] = []): Promise<BucketServer> {
  if (!noS3Server) {
    const real = await startS3Server();
    for (const name of others) await real.makeBucket(name);
    return { endpoint: real.endpoint, settings: real.settings, real, close: real.close };
  }
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-s3rver-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: ['hubbub', ...others].map((name) => ({ name, configs: [] })),
  });
  const endpoint = `http://127.0.0.1:${(await server.run()).port}`;
  return {
    endpoint,
    settings: (bucket = 'hubbub') => ({
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: 'us-east-1',
      // What this server knows as its account.
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    }),
    real: undefined,
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The settings of a bucket as the storage takes them. @param changes what is to be wrong about them */
export function bucketOf(settings: Record<string, string>, changes: Partial<Bucket> = {}): Bucket {
  const {
    S3_ENDPOINT = '',
    S3_BUCKET = '',
    S3_REGION = '',
    S3_ACCESS_KEY_ID = '',
    S3_SECRET_ACCESS_KEY = '',
  } = settings;
  const [accessKeyId, secretAccessKey] = [S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY];
  return {
    endpoint: S3_ENDPOINT,
    name: S3_BUCKET,
    region: S3_REGION,
    accessKeyId,
    secretAccessKey,
    timeout: 10_000,
    ...changes,
  };
}
