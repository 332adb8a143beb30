import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { Bucket } from '#platform/storage/s3-storage.ts';
import { noS3Server, type S3Server, startS3Server } from './s3-server.ts';

/** The name of the bucket that tests run against, for their titles. */
export const bucketName = noS3Server ? 'a bucket of s3rver' : 'a bucket of a Ceph Object Gateway';

/** An S3 server with a bucket named `hubbub`: s3rver, which supports less, or a real one in `npm run test:cluster`. */
export interface BucketServer {
  endpoint: string;
  settings(bucket?: string): Record<string, string>;
  /** Undefined with s3rver. */
  real: S3Server | undefined;
  close(): Promise<void>;
}

/** @param others names of additional buckets */
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
      // This server's account.
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

/** A bucket's settings in the storage's format. @param changes what to get wrong about them */
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
